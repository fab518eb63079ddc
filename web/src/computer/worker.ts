/** The worker in which the computer thinks. */
export {};
