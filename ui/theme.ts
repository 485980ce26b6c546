// Light or dark: the user's choice, kept in `theme`, or else the system's, updated when it changes.
import { keep, readKept } from './kept.ts'
import { createStore, useStore } from './store.ts'
import type { Tone } from './tokens.ts'

type ThemeChoice = Tone | 'system'

const kept = 'theme'
const choices: readonly string[] = ['light', 'dark', 'system']

const keptChoice = readKept(kept)
const choice = createStore<ThemeChoice>(
  keptChoice && choices.includes(keptChoice) ? (keptChoice as ThemeChoice) : 'system',
)
const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
const toneOf = (of: ThemeChoice): Tone => (of === 'system' ? (system?.matches ? 'dark' : 'light') : of)
const tone = createStore<Tone>(toneOf(choice.get()))

export const useTone = (): Tone => useStore(tone)
export const useThemeChoice = (): ThemeChoice => useStore(choice)

export function setTheme(next: ThemeChoice): void {
  keep(kept, next)
  choice.set(next)
  showTheme()
}

/** Sets the theme on <html>, where the style sheet reads it. */
export function showTheme(): void {
  tone.set(toneOf(choice.get()))
  if (typeof document !== 'undefined') document.documentElement.dataset.theme = tone.get()
}

system?.addEventListener('change', showTheme)
