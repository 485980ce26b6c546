// A role with unsaved changes on the screen.
import { useState } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import type { Role, SystemRole } from './contract.ts'
import { changesOf, completed, type RoleChange, without } from './rules.ts'

type Draft = Pick<Role, 'name' | 'remark' | 'auths' | 'dataRange' | 'regions'>

export type Editing = {
  draft: Draft
  changes: readonly RoleChange[]
  set(change: Partial<Draft>): void
  /** Adds or removes permissions, together with those that depend on each other. */
  toggle(keys: readonly Permission[], isGiven: boolean): void
  discard(): void
}

const draftOf = ({ name, remark, auths, dataRange, regions }: Role): Draft => ({
  ...{ name, remark: remark ?? '', dataRange, regions },
  auths: completed(auths),
})

/** The edited draft of a role; reset when the role is saved with a new version. */
export function useDraft(role: Role): Editing {
  const [edited, setEdited] = useState<{ of: Role; draft: Draft }>()
  const saved = draftOf(role)
  const draft = edited?.of.id === role.id && edited.of.version === role.version ? edited.draft : saved
  const set = (change: Partial<Draft>) => setEdited({ of: role, draft: { ...draft, ...change } })
  return {
    draft,
    changes: changesOf(saved, draft),
    set,
    toggle: (keys, isGiven) =>
      set({
        auths: isGiven ? completed([...draft.auths, ...keys]) : keys.reduce(without, draft.auths),
      }),
    discard: () => setEdited(undefined),
  }
}

/** A system role is displayed, and never changed. */
export const shownOf = ({ auths, dataRange, regions }: SystemRole, name: string): Editing => ({
  draft: { name, remark: '', auths, dataRange, regions },
  changes: [],
  set: () => undefined,
  toggle: () => undefined,
  discard: () => undefined,
})
