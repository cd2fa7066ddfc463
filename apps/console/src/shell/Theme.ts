/**
 * Light or dark: the setting of the system, until the reader chooses. The choice is kept in the browser.
 */
import { useState } from "react"

/** The themes to choose from. */
export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const keptAs = "console-theme"

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text)

/** The chosen theme. A browser may refuse to keep anything. */
const chosen = (): Theme => {
  try {
    const kept = localStorage.getItem(keptAs)
    return isTheme(kept) ? kept : "system"
  } catch {
    return "system"
  }
}

const show = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

/** Shows what was chosen before. */
export const showChosenTheme = (): void => show(chosen())

/** The theme, and how to choose another. */
export const useTheme = (): readonly [Theme, (text: string) => void] => {
  const [theme, setTheme] = useState(chosen)
  const choose = (text: string) => {
    if (!isTheme(text)) return
    setTheme(text)
    show(text)
    try {
      localStorage.setItem(keptAs, text)
    } catch {
      // It is shown for as long as the page is open.
    }
  }
  return [theme, choose]
}
