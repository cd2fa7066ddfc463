/**
 * The peer `raw`: `node:http` and `node:sqlite`, jobs read as columns and written with `JSON.stringify`.
 */
import { serveRaw } from "./RawServer.ts"
import { columnPages } from "./Work.ts"

serveRaw(columnPages(), (page) => JSON.stringify(page))
