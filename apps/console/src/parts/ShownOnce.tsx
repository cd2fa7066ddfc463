/**
 * A value that an answer shows once, such as a secret: a remark, facts, and the way out. A replayed answer lacks it, and the remark explains what to do.
 */
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { Id } from "./CopyButton.tsx"
import { DialogActions, DialogBody } from "./Dialog.tsx"
import { Fact, Facts } from "./Facts.tsx"
import { Remark } from "./Notice.tsx"

interface ShownOnceProps {
  /** The name of the fact that is shown once, its label for assistive technology, and its value; undefined in a replayed answer. */
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  /** The remarks beside the value, and in place of a lost one. */
  readonly remark: string
  readonly lost: string
  /** The facts before it. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The body of a dialog. */
export const ShownOnce = ({ children, label, lost, name, onClose, remark, value }: ShownOnceProps) => (
  <>
    <DialogBody>
      <Remark tone={value === undefined ? "look" : "accent"}>
        <p>{value === undefined ? lost : remark}</p>
      </Remark>
      <Facts>
        {children}
        {value === undefined ? null : (
          <Fact name={name}>
            <Id label={label}>{value}</Id>
          </Fact>
        )}
      </Facts>
    </DialogBody>
    <DialogActions>
      <Button tone="main" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </>
)
