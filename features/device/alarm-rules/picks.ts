// The alarm rules selected for a change of several rules. Pure.

/** Ids of rules. Rules that the filter hides stay selected, but are not changed while they are hidden. */
export type Picks = ReadonlySet<number>

type Rule = { id: number }

/** The selection after selecting or clearing these rules; all other rules stay as they are. */
export function withPicks(picks: Picks, rules: readonly Rule[], isOn: boolean): Picks {
  const ids = new Set(rules.map(({ id }) => id))
  return isOn ? new Set([...picks, ...ids]) : new Set([...picks].filter((id) => !ids.has(id)))
}

/** The selected rules among those on screen, which a change is applied to, and the number of selected rules that are hidden. */
export function pickedOf<R extends Rule>(all: readonly R[], shown: readonly R[], picks: Picks) {
  const picked = shown.filter(({ id }) => picks.has(id))
  return { picked, hidden: all.filter(({ id }) => picks.has(id)).length - picked.length }
}
