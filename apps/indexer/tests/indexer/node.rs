//! What a node answers that knows nothing but blocks: which chain it is, and the hashes of blocks.

use serde_json::{Value, json};

/// Answers a request of JSON-RPC.
pub fn answer(request: &[u8], genesis: &str, hash_at: impl Fn(u64) -> Option<String>) -> String {
    let request: Value = serde_json::from_slice(request).expect("a request is JSON");
    if request["method"] == "status" {
        return include_str!("status.json").replace("GENESIS", genesis);
    }
    let height = request["params"]["block_id"].as_u64().expect("a block is asked for by its height");
    let Some(hash) = hash_at(height) else {
        let cause = json!({ "name": "UNKNOWN_BLOCK", "info": {} });
        let error = json!({
            "name": "HANDLER_ERROR", "cause": cause, "code": -32000, "message": "Server error", "data": "",
        });
        return json!({ "jsonrpc": "2.0", "id": "dontcare", "error": error }).to_string();
    };
    let block = include_str!("block.json").replace("HASH", &hash).replace("HEIGHT", &height.to_string());
    let block: Value = serde_json::from_str(&block).expect("the block is JSON");
    json!({ "jsonrpc": "2.0", "id": "dontcare", "result": block }).to_string()
}
