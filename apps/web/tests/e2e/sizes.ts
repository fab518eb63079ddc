/** The windows that every screen is measured in, as width and height: phones, a tablet, desktops. */

export const SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 720],
  [1440, 900],
  [2560, 1440],
] as const;
