/**
 * Keeps the focus on the page: where the element that has it goes away, such as the button of a thing that was just ended, the heading gets it.
 */
import { type RefObject, useEffect } from "react"

/** Keeps the focus within this part of the page. */
export const useKeptFocus = (part: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = part.current
    if (element === null) return
    let isWithin = false
    const come = ({ target }: FocusEvent) => {
      isWithin = target instanceof Node && element.contains(target)
    }
    // A click on nothing ends it; so it is not where the element goes away, which some browsers report just before it does.
    const leave = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        const { activeElement, body } = document
        if (target instanceof Node && target.isConnected && activeElement === body) isWithin = false
      })
    }
    const removed = new MutationObserver(() => {
      if (!isWithin || document.activeElement !== document.body) return
      element.querySelector("h1")?.focus({ preventScroll: true })
    })
    removed.observe(element, { childList: true, subtree: true })
    document.addEventListener("focusin", come)
    document.addEventListener("focusout", leave)
    return () => {
      removed.disconnect()
      document.removeEventListener("focusin", come)
      document.removeEventListener("focusout", leave)
    }
  }, [part])
}
