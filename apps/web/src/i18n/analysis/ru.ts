/** Every text of the analysis of a game in Russian. */

import { SIGNS } from '../../rules/game';
import { counted } from '../ru-count';
import type { AnalysisStrings } from './en';

export const ru: AnalysisStrings = {
  stop: 'Остановить',
  goOn: 'Продолжить',
  done: (count, all) => `Позиций: ${count} из ${all}`,
  graph: 'Шансы на победу после каждого хода',
  moves: 'Ходы',
  percent: (thousandths) => `${Math.round(thousandths / 10)} %`,
  winsIn: (seat, moves) => `${SIGNS[seat]} побеждает за ${counted(moves, 'ход', 'хода', 'ходов')}`,
  draw: 'Ничья, если никто не ошибётся',
  unknown: 'ещё не оценено',
  grades: { mistake: 'ошибка', blunder: 'грубая ошибка' },
  best: (cells) => `Лучше всего: ${cells}`,
  leaves: (seat) => `${SIGNS[seat]} выходит`,
};
