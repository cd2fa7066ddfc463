/**
 * Finds a request by the id that a partner has sent: one box, and straight to the request where there is one.
 */
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { fetchPage } from "../api/Lists.ts"
import { Button } from "../parts/Button.tsx"
import { FailureNotice, Remark } from "../parts/Notice.tsx"
import styles from "./FindRequest.module.css"
import { requestIdIn } from "./RequestId.ts"

type Search =
  | { readonly state: "idle" | "loading" }
  | { readonly state: "none"; readonly id: string }
  | { readonly state: "failed"; readonly error: Error }

/** The box for the id of a request. */
export const FindRequest = () => {
  const navigate = useNavigate()
  const [search, setSearch] = useState<Search>({ state: "idle" })
  const find = (id: string) => {
    setSearch({ state: "loading" })
    fetchPage("requests.list", { query: { request_id: id, limit: "2" } }, undefined).then(
      ({ content: [first, second], next }) => {
        setSearch({ state: "idle" })
        if (first !== undefined && second === undefined) {
          return navigate({ to: "/requests/$loggedRequestId", params: { loggedRequestId: first.id } })
        }
        // A partner may use an id for several requests.
        if (first !== undefined || next !== null) return navigate({ to: "/requests", search: { request_id: id } })
        return setSearch({ state: "none", id })
      },
      (error: unknown) =>
        setSearch({ state: "failed", error: error instanceof Error ? error : new Error(String(error)) })
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = requestIdIn(String(new FormData(event.currentTarget).get("request_id") ?? ""))
    if (id !== undefined) find(id)
  }
  return (
    <div className={styles.find}>
      <form onSubmit={submit} role="search" aria-label="Find a request" className={styles.form}>
        <input
          name="request_id"
          type="search"
          aria-label="Request id"
          placeholder="Paste a request id"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" tone="main" isBusy={search.state === "loading"}>
          Find
        </Button>
      </form>
      <div role="status">
        {search.state === "none" ? (
          <Remark>
            <p>
              <strong>No request has the id {search.id}.</strong>
            </p>
            <p>
              Check that it is whole: it is the <code>X-Request-Id</code> of the answer, and <code>request_id</code> in
              the body of an error. The log may have dropped it already, or is off: see <code>REQUEST_LOG</code>.
            </p>
          </Remark>
        ) : null}
      </div>
      {search.state === "failed" ? <FailureNotice error={search.error} /> : null}
    </div>
  )
}
