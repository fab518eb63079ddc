/** Lets a browser ask for the front door's code and for the rules at once, not for one after the other. */

const FRONT_DOOR = '/src/home/page.ts';
const RULES = /(^|\/)rules-[^/]*\.wasm$/;

export function frontDoor() {
  return {
    name: 'front-door',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {}, chunk: entry }) => linksTo(bundle, entry),
    },
  };
}

/** What every page begins with is linked already; the rules are needed whichever page the address names. */
function linksTo(bundle, entry) {
  const files = Object.values(bundle);
  const door = files.find((file) => file.facadeModuleId?.endsWith(FRONT_DOOR));
  const rules = files.find(({ fileName }) => RULES.test(fileName));
  if (!door || !rules) throw new Error('the build has no front door or no rules');
  const known = reachedFrom(bundle, entry.fileName);
  const chunks = [...reachedFrom(bundle, door.fileName)].filter((name) => !known.has(name));
  const styles = chunks.flatMap((name) => [...(bundle[name].viteMetadata?.importedCss ?? [])]);
  const link = (attrs) => ({ tag: 'link', attrs, injectTo: 'head' });
  return [
    link({
      rel: 'preload',
      as: 'fetch',
      type: 'application/wasm',
      crossorigin: true,
      href: `./${rules.fileName}`,
    }),
    ...chunks.map((name) => link({ rel: 'modulepreload', crossorigin: true, href: `./${name}` })),
    ...styles.map((name) => link({ rel: 'stylesheet', crossorigin: true, href: `./${name}` })),
  ];
}

/** A chunk and everything that it imports at once. */
function reachedFrom(bundle, name, reached = new Set()) {
  if (reached.has(name)) return reached;
  reached.add(name);
  for (const next of bundle[name]?.imports ?? []) reachedFrom(bundle, next, reached);
  return reached;
}
