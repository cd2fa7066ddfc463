/**
 * A sentence of the contract, in which code stands between backticks.
 */

/** The sentence, with its code as code. */
export const Prose = ({ children }: { readonly children: string }) => (
  <>
    {children.split(/`([^`]+)`/).map((part, index) =>
      // Every second part stood between backticks. The parts of a sentence stay as they are.
      index % 2 === 1 ? <code key={index}>{part}</code> : part
    )}
  </>
)
