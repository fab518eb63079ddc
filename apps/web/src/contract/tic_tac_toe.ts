export * from 'tic-tac-toe-wire/one-game';
