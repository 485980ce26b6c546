// The actions of this room in the operation log.

/** The kinds of objects in the room's lines of the operation log. */
export const objects = {
  shiftNote: { en: 'Shift note', 'zh-cn': '交班记录' },
} as const

export const acts = {
  addShiftNote: { en: 'Added a shift note', 'zh-cn': '新增交班记录' },
  removeShiftNote: { en: 'Removed a shift note', 'zh-cn': '删除交班记录' },
} as const

/** Names of the fields in the operation log. */
export const fields = {
  keptDays: { en: 'kept for (days)', 'zh-cn': '保留天数' },
} as const

declare module '../../../features/frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
