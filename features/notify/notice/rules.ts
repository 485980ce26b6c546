// States and actions of an announcement. Pure.
import type { NoticeState } from './contract.ts'

type NoticeTimes = { publishAt: number | null; withdrawnAt: number | null; toldAt: number | null }

/** The state at this time. */
export function stateOf({ publishAt, withdrawnAt, toldAt }: NoticeTimes, now: number): NoticeState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (publishAt === null) return 'draft'
  if (publishAt > now) return 'due'
  return toldAt === null ? 'telling' : 'out'
}

export type NoticeAct = 'edit' | 'publish' | 'withdraw' | 'delete'

/** A published announcement cannot be edited, because accounts have read it: it is withdrawn and written anew. */
const possible: Readonly<Record<NoticeState, readonly NoticeAct[]>> = {
  draft: ['edit', 'publish', 'delete'],
  due: ['edit', 'publish', 'withdraw'],
  telling: ['withdraw'],
  out: ['withdraw'],
  withdrawn: [],
}

export const noticeCan = (state: NoticeState, act: NoticeAct): boolean => possible[state].includes(act)
