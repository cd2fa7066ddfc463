/**
 * Grants an organization to a client, or changes the grant there is.
 */
import type { FormEvent } from "react"
import { useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice } from "../parts/Notice.tsx"
import { type Grant, GrantFields, grantIn } from "./GrantFields.tsx"

/** The dialog that sets a grant; `grant` is the one that is changed. */
export const GrantDialog = ({
  clientId,
  grant,
  name,
  onClose
}: {
  readonly clientId: string
  readonly grant?: Grant | undefined
  /** The name of its organization. */
  readonly name?: string | undefined
  readonly onClose: () => void
}) => {
  const set = useWrite("clients.grant", onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    set.mutate({
      params: { clientId },
      payload: {
        organization_id: grant?.organization_id ?? String(form.get("organization_id") ?? "").trim(),
        ...grantIn(form),
        ...(form.has("is_default") ? { is_default: true } : {})
      }
    })
  }
  return (
    <Dialog
      title={grant === undefined ? "Grant an organization" : `Change the grant of ${name ?? grant.organization_id}`}
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
          <GrantFields held={grant} error={set.error} pointer="" />
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
