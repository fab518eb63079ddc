/** Views of contracts by a node's plain JSON-RPC, now or at an earlier block; this needs neither account nor library. */

export interface NodeAnswer {
  readonly result?: {
    readonly result?: readonly number[];
    readonly error?: string;
    readonly block_height: number;
  };
  readonly error?: { readonly cause?: { readonly name?: string } };
}

type BlockRef = { readonly finality: 'optimistic' } | { readonly block_id: number };

export function viewRequest(at: BlockRef, contractId: string, method: string, args: object): RequestInit {
  const asked = { account_id: contractId, method_name: method, args_base64: btoa(JSON.stringify(args)) };
  const params = { request_type: 'call_function', ...at, ...asked };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'view', method: 'query', params }),
  };
}

export const decoded = (bytes: readonly number[]): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes)));
