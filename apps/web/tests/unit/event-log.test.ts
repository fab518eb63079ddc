/** Which log lines are events of a contract. */

import { expect, it } from 'vitest';
import { eventIn } from '../../src/chain/event-log';
import { EVENTS } from '../../src/contract/arena';

const eventOf = (text: string) => eventIn(text, EVENTS, (event: string, data) => ({ event, data }));

const line = (version: unknown, standard: string = EVENTS.standard) =>
  `EVENT_JSON:${JSON.stringify({ standard, version, event: 'round_started', data: { round: 1 } })}`;

it.each(['1.0.0', '1.1.0', '1.12.3'])('an event of version %s is read', (version) => {
  expect(eventOf(line(version))).toEqual({ event: 'round_started', data: { round: 1 } });
});

it.each([
  ['another major version', line('2.0.0')],
  ['a version that only begins alike', line('10.0.0')],
  ['a version that is no text', line(1)],
  ['another standard', line('1.0.0', 'nep171')],
  ['a line that is no event', 'round_started'],
  ['an event that cannot be read', 'EVENT_JSON:{'],
])('%s is passed over', (_what, text) => {
  expect(eventOf(text)).toBeNull();
});
