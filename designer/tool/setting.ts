/** `scale`: pixels of the screen per pixel of the page. `hasGuides`: guides are visible, and snapped to. */
export type Setting = { scale: number; isSnapping: boolean; grid: number; hasGuides: boolean }
