/**
 * Turns the contract's ABI into TypeScript: `node scripts/abi-types.mjs` writes src/contract/abi.ts.
 *
 * A unit test compares that file with what the ABI gives, so that the two cannot drift apart.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inTarget } from './target.mjs';

const ABI = inTarget('near/tic_tac_toe_abi.json');
export const ABI_TYPES = new URL('../src/contract/abi.ts', import.meta.url);

export function readAbi() {
  try {
    return JSON.parse(readFileSync(ABI, 'utf8'));
  } catch (cause) {
    throw new Error('The contract has no ABI yet: build the contract first (./scripts/build.sh).', { cause });
  }
}

export function typesFrom(abi) {
  const { functions, root_schema: schema } = abi.body;
  // near-sdk adds a method of its own (NEP-330 metadata), of which the ABI describes nothing.
  const described = functions.filter(({ params, result }) => params || result);
  const definitions = Object.entries(schema.definitions).map(([name, type]) => declaration(name, type));
  return [
    "/** The contract's types and methods. Generated from its ABI by scripts/abi-types.mjs; do not edit. */",
    ...definitions,
    `export interface Methods {\n${described.map(method).join('\n')}\n}`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function declaration(name, schema) {
  const comment = `/** ${schema.description} */\n`;
  if (schema.type !== 'object') return `${comment}export type ${name} = ${typeOf(schema)};`;
  const fields = Object.entries(schema.properties).map(
    ([field, type]) => `  /** ${type.description} */\n  ${field}: ${typeOf(type)};`,
  );
  return `${comment}export interface ${name} {\n${fields.join('\n')}\n}`;
}

function method({ name, kind, params, result }) {
  const args = (params?.args ?? []).map(({ name, type_schema: schema }) => {
    const type = typeOf(schema);
    return `${name}${type.endsWith('| null') ? '?' : ''}: ${type}`;
  });
  const object = args.length > 0 ? `{ ${args.join('; ')} }` : 'Record<string, never>';
  const answer = result ? typeOf(result.type_schema) : 'undefined';
  return `  ${name}: { kind: '${kind}'; args: ${object}; result: ${answer} };`;
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants) return variants.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return arrayOf(schema);
  const plain = { integer: 'number', string: 'string', null: 'null', boolean: 'boolean' }[schema.type];
  if (!plain) throw new Error(`The ABI has a type this script does not know: ${JSON.stringify(schema)}`);
  return plain;
}

function arrayOf({ items, minItems, maxItems }) {
  const item = typeOf(items);
  if (minItems !== maxItems || minItems === undefined) return `(${item})[]`;
  return `[${Array(minItems).fill(item).join(', ')}]`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ABI_TYPES, typesFrom(readAbi()));
