export * from 'tic-tac-toe-wire/arena';
