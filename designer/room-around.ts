/** Margin around the page, in pixels of the screen. */
export const roomAround = 60
