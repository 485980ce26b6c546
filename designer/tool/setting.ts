/**
 * Settings of the canvas. `scale`: pixels of the screen per pixel of the page. `hasGuides`: guides are visible, and
 * positions snap to them.
 */
export type Setting = { scale: number; isSnapping: boolean; grid: number; hasGuides: boolean }
