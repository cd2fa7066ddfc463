/**
 * Creates an organization, or gives one another name.
 */
import type { FormEvent } from "react"
import { useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice } from "../parts/Notice.tsx"

interface NameDialogProps {
  readonly title: string
  /** The label of the button. */
  readonly action: string
  readonly name?: string
  readonly hint: string
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

const NameDialog = ({ action, error, hint, isBusy, name, onClose, onName, title }: NameDialogProps) => {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) onName(String(new FormData(event.currentTarget).get("name") ?? ""))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <Field label="Name" hint={hint} errors={errorsAt(error, "/name")}>
            {(field) => (
              <input {...field} name="name" required maxLength={200} defaultValue={name} autoComplete="off" />
            )}
          </Field>
          {error === null ? null : <FailureNotice error={error} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="main" isBusy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Creates an organization; the dialog closes with its id. */
export const CreateOrganization = ({ onClose }: { readonly onClose: (organizationId?: string) => void }) => {
  const create = useWrite("organizations.create", ({ id }) => onClose(id))
  return (
    <NameDialog
      title="Create an organization"
      action="Create"
      hint="The employer. No client may use the organization before it is granted."
      isBusy={create.isPending}
      error={create.error}
      onName={(name) => create.mutate({ payload: { name } })}
      onClose={() => onClose()}
    />
  )
}

/** Gives an organization another name. */
export const RenameOrganization = ({
  onClose,
  organization: { id, name }
}: {
  readonly organization: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}) => {
  const rename = useWrite("organizations.rename", onClose)
  return (
    <NameDialog
      title={`Rename ${name}`}
      action="Rename"
      name={name}
      hint="The id stays. Partners see the new name."
      isBusy={rename.isPending}
      error={rename.error}
      onName={(to) => rename.mutate({ params: { organizationId: id }, payload: { name: to } })}
      onClose={onClose}
    />
  )
}
