/**
 * Grants an organization to a client, or changes the grant there is.
 */
import type { FormEvent } from "react"
import type { Answer } from "../api/Operations.ts"
import { useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice } from "../parts/Notice.tsx"
import { Permissions, tickedIn } from "./Permissions.tsx"

type Grant = Answer<"clients.get">["grants"][number]

/** The dialog that sets a grant; `grant` is the one that is changed. */
export const GrantDialog = ({
  clientId,
  grant,
  onClose
}: {
  readonly clientId: string
  readonly grant?: Grant | undefined
  readonly onClose: () => void
}) => {
  const set = useWrite("clients.grant", onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const agencyId = String(form.get("agency_id") ?? "").trim()
    set.mutate({
      params: { clientId },
      payload: {
        organization_id: grant?.organization_id ?? String(form.get("organization_id") ?? "").trim(),
        ...tickedIn(form),
        ...(agencyId === "" ? {} : { agency_id: agencyId }),
        ...(form.has("is_default") ? { is_default: true } : {})
      }
    })
  }
  return (
    <Dialog
      title={grant === undefined ? "Grant an organization" : `Change the grant of ${grant.organization_id}`}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <DialogBody>
          {grant === undefined ? (
            <Field label="Organization" errors={errorsAt(set.error, "/organization_id")}>
              {(field) => (
                <input
                  {...field}
                  name="organization_id"
                  required
                  placeholder="org_…"
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Field>
          ) : null}
          <Permissions held={grant?.permissions ?? []} />
          <Field
            label="Agency"
            hint="Binds the grant to the view of one agency. Leave it out for the view of the employer."
            errors={errorsAt(set.error, "/agency_id")}
          >
            {(field) => (
              <input
                {...field}
                name="agency_id"
                defaultValue={grant?.agency_id ?? ""}
                placeholder="agy_…"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label="Default organization" hint="Tokens without an organization are for it.">
            {(field) => <input {...field} type="checkbox" name="is_default" />}
          </Field>
          <p>The grant is in force within a second.</p>
          {set.error === null ? null : <FailureNotice error={set.error} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="main" isBusy={set.isPending}>
            {grant === undefined ? "Grant" : "Change the grant"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
