/** A contract as one account calls it and as anybody reads it: the methods that its generated types name, and no others. */

import type { Call, CallOutcome, Signer } from './signer';

/** The methods that change the chain. */
export type CallsOf<Methods> = {
  [M in keyof Methods]: Methods[M] extends { kind: 'call' } ? M : never;
}[keyof Methods] &
  string;

/** The methods that only read. */
export type ViewsOf<Methods> = Exclude<keyof Methods, CallsOf<Methods>> & string;

export type ArgsOf<Methods, M extends keyof Methods> = Methods[M] extends { args: infer Args } ? Args : never;

export type ResultOf<Methods, M extends keyof Methods> = Methods[M] extends { result: infer Result }
  ? Result
  : never;

/** What is attached, in yoctoNEAR: said where the method takes it, impossible elsewhere. */
type DepositOf<Methods, M extends keyof Methods> = Methods[M] extends { payable: true }
  ? [deposit: bigint]
  : [];

export interface ContractCaller<Methods> {
  readonly accountId: string;
  /** Signs and sends the call and waits until it has run. Throws when it cannot be sent. */
  call<M extends CallsOf<Methods>>(
    method: M,
    args: ArgsOf<Methods, M>,
    ...deposit: DepositOf<Methods, M>
  ): Promise<CallOutcome>;
}

export function callerOf<Methods>(
  signer: Signer,
  contract: Pick<Call, 'contractId' | 'gas'>,
): ContractCaller<Methods> {
  return {
    accountId: signer.accountId,
    call: (method, args, ...[deposit]) =>
      signer.send({ ...contract, method, args: args as object, deposit: deposit ?? 0n }),
  };
}

/** The node gave no answer, as opposed to an answer that makes no sense. */
export class Unreachable extends Error {}

/** What a view returns, and the block that it was taken at. */
export interface Answer<T> {
  readonly value: T;
  readonly height: number;
}

export interface ContractReader<Methods> {
  read<M extends ViewsOf<Methods>>(
    method: M,
    args: ArgsOf<Methods, M>,
  ): Promise<Answer<ResultOf<Methods, M>>>;
}

/** Asks a node for any view of any contract; each question is one request. */
export type View = (contractId: string, method: string, args: object) => Promise<Answer<unknown>>;

export function readerOf<Methods>(view: View, contractId: string): ContractReader<Methods> {
  return {
    async read<M extends ViewsOf<Methods>>(method: M, args: ArgsOf<Methods, M>) {
      const { value, height } = await view(contractId, method, args as object);
      return { value: value as ResultOf<Methods, M>, height };
    },
  };
}
