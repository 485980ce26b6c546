// Menus that a share can show. [S5 Share password] [S6 Share permissions]

export const shareMenus = ['realTime', 'page', 'history'] as const
export type ShareMenu = (typeof shareMenus)[number]

/** Menus of a project: its pages, and the stored history of the variables that they show. */
export const projectMenus = ['page', 'history'] as const satisfies readonly ShareMenu[]

/** Menus that show live values, and may write. */
export const valueMenus: readonly ShareMenu[] = ['realTime', 'page']
