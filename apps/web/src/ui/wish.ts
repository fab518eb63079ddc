/** What somebody has asked for on one page that another does; a press asks for it, never an address. */

export const WISH = { playBot: false };
