export * from 'tic-tac-toe-wire/networks';
