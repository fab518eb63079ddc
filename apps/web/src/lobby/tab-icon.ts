/** The icon in the browser's tab, with a dot while somebody waits for you. */

const LINK = 'link[rel=icon]';

/** The page's icon, smaller by what the dot covers. */
const WITH_DOT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <rect width="100" height="100" rx="22" fill="#1d2433"/>
  <g fill="none" stroke-width="11" stroke-linecap="round">
    <path stroke="#ff8a66" d="M16 44l26 30M42 44L16 74"/><circle stroke="#58c7de" cx="71" cy="60" r="16"/>
  </g>
  <circle cx="76" cy="24" r="24" fill="#ffd23f" stroke="#1d2433" stroke-width="6"/>
</svg>`;

export class TabIcon {
  private readonly plain = document.querySelector<HTMLLinkElement>(LINK)?.href ?? null;

  show(dot: boolean): void {
    const link = document.querySelector<HTMLLinkElement>(LINK);
    if (!link || this.plain === null) return;
    const wanted = dot ? `data:image/svg+xml,${encodeURIComponent(WITH_DOT)}` : this.plain;
    if (link.href !== wanted) link.href = wanted;
  }
}
