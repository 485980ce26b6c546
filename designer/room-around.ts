/** Room around the page, pixels of the screen. */
export const roomAround = 60
