/**
 * Creates a client, with its first grant where one is named, and shows its secret once.
 */
import type { FormEvent } from "react"
import { useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice } from "../parts/Notice.tsx"
import { GrantFields, grantIn } from "./GrantFields.tsx"
import { SecretShown } from "./SecretShown.tsx"

/** The dialog that creates a client; it closes with the id of the client where one was made. */
export const CreateClient = ({ onClose }: { readonly onClose: (clientId?: string) => void }) => {
  const create = useWrite("clients.create")
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const organizationId = String(form.get("organization_id") ?? "").trim()
    const given = grantIn(form)
    const hasGrant = organizationId !== "" || Object.keys(given).length > 0
    create.mutate({
      payload: {
        name: String(form.get("name") ?? ""),
        ...(hasGrant ? { grants: [{ organization_id: organizationId, ...given }] } : {}),
        ...(form.has("may_create_organizations") ? { may_create_organizations: true } : {})
      }
    })
  }
  if (create.data !== undefined) {
    const { client_id, secret } = create.data
    const done = () => onClose(client_id)
    return (
      <Dialog title="The client is created" onClose={done}>
        <SecretShown clientId={client_id} secret={secret} onClose={done} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Create a client" onClose={() => onClose()}>
      <form onSubmit={submit}>
        <DialogBody>
          <Field label="Name" hint="The partner that it is for." errors={errorsAt(create.error, "/name")}>
            {(field) => <input {...field} name="name" required maxLength={200} autoComplete="off" />}
          </Field>
          <Field
            label="Organization"
            hint="The first grant; it becomes the default organization. Leave it out to grant one later."
            errors={errorsAt(create.error, "/grants/0/organization_id")}
          >
            {(field) => (
              <input {...field} name="organization_id" placeholder="org_…" autoComplete="off" spellCheck={false} />
            )}
          </Field>
          <GrantFields error={create.error} pointer="/grants/0" />
          <Field label="May create organizations" hint="For partners who onboard employers themselves.">
            {(field) => <input {...field} type="checkbox" name="may_create_organizations" />}
          </Field>
          {create.error === null ? null : <FailureNotice error={create.error} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={() => onClose()}>Cancel</Button>
          <Button type="submit" tone="main" isBusy={create.isPending}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
