/**
 * Invites an operator: makes a link that signs one person in, and shows it once.
 */
import type { FormEvent } from "react"
import type { Answer } from "../api/Operations.ts"
import { useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { Fact } from "../parts/Facts.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice } from "../parts/Notice.tsx"
import { ShownOnce } from "../parts/ShownOnce.tsx"
import { Time } from "../parts/Time.tsx"

const LinkShown = ({
  invitation: { expires_at, link, operator },
  onClose
}: {
  readonly invitation: Answer<"operators.invite">
  readonly onClose: () => void
}) => (
  <Dialog title={`The link of ${operator.name}`} onClose={onClose}>
    <ShownOnce
      name="Link"
      label="link"
      value={link}
      remark={`Hand the link to ${operator.name} and to nobody else. It works once, and is not shown again.`}
      lost="The answer with the link did not arrive, and the server keeps no link. Invite the operator again."
      onClose={onClose}
    >
      <Fact name="Operator">
        {operator.name} ({operator.role})
      </Fact>
      <Fact name="Valid until">
        <Time at={expires_at} />
      </Fact>
    </ShownOnce>
  </Dialog>
)

/** The dialog that invites an operator. */
export const InviteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const invite = useWrite("operators.invite")
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    invite.mutate({
      payload: { name: String(form.get("name") ?? ""), role: form.get("role") === "admin" ? "admin" : "viewer" }
    })
  }
  if (invite.data !== undefined) return <LinkShown invitation={invite.data} onClose={onClose} />
  return (
    <Dialog title="Invite an operator" onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <Field
            label="Name"
            hint="A new name is a new operator. A known one gets another link."
            errors={errorsAt(invite.error, "/name")}
          >
            {(field) => <input {...field} name="name" required maxLength={100} autoComplete="off" />}
          </Field>
          <Field
            label="Role"
            hint="A viewer reads every page; an admin changes too. A known operator gets this role."
            errors={errorsAt(invite.error, "/role")}
          >
            {(field) => (
              <select {...field} name="role" defaultValue="viewer">
                <option value="viewer">viewer</option>
                <option value="admin">admin</option>
              </select>
            )}
          </Field>
          <p>The link is shown next. It works once and for ten minutes.</p>
          {invite.error === null ? null : <FailureNotice error={invite.error} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="main" isBusy={invite.isPending}>
            Make the link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
