/**
 * A dialog before an action: it shows the effect, and requires the typed name where the action cannot be undone.
 */
import { type ReactNode, useState } from "react"
import { Button } from "./Button.tsx"
import { Dialog, DialogActions, DialogBody } from "./Dialog.tsx"
import { Field } from "./Field.tsx"
import { FailureNotice } from "./Notice.tsx"

interface ConfirmDialogProps {
  readonly title: string
  /** The label of the button: the action, not "OK". */
  readonly action: string
  readonly tone?: "main" | "bad"
  /** The text that has to be typed, where it cannot be undone. */
  readonly typed?: string
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows the dialog before an action. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { action, children, error, isBusy, onClose, onConfirm, title, tone = "main", typed } = props
  const [text, setText] = useState("")
  const isRight = typed === undefined || text.trim() === typed
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight && !isBusy) onConfirm()
        }}
      >
        <DialogBody>
          {children}
          {typed === undefined ? null : (
            <Field label={`Type ${typed} to confirm`}>
              {(field) => (
                <input
                  {...field}
                  value={text}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) => setText(target.value)}
                />
              )}
            </Field>
          )}
          {error === null ? null : <FailureNotice error={error} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone={tone} disabled={!isRight} isBusy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
