/** `scale`: pixels of the screen for one of the page. `hasGuides`: guides are seen, and snapped to. */
export type Setting = { scale: number; isSnapping: boolean; grid: number; hasGuides: boolean }
