/**
 * The environment of a peer; the names are the product's.
 */
export const settings = {
  port: Number(process.env["PORT"]),
  host: process.env["HOST"] ?? "127.0.0.1",
  publicUrl: process.env["PUBLIC_URL"] ?? "",
  databaseUrl: process.env["DATABASE_URL"] ?? "",
  databaseConnections: Number(process.env["DATABASE_CONNECTIONS"])
}
