/** What the tests of `partner events` and `partner listen` have in common: what happens, and what is read of the output. */
import { createClient } from "../../src/index.ts"
import type { Service } from "./Service.ts"

/** The organization that the commands are about. */
export const scoped = ["--organization", "org_1"]

/** Adds a user: an event that names the email. */
export const adderOf = ({ server }: Service) => {
  const { users } = createClient(server.client()).organization("org_1")
  return (name: string) => users.create({ first_name: name, last_name: "King", email: `${name}.feed@example.com` })
}
