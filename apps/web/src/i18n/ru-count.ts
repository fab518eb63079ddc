/** A number with its noun in the form that Russian wants after it. */

const forms = new Intl.PluralRules('ru');

export const counted = (count: number, one: string, few: string, many: string): string =>
  `${count} ${{ one, few, many, zero: many, two: few, other: many }[forms.select(count)]}`;
