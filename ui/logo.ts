// The platform's logo, in a box of 24: `Logo` draws it, and the platform's style contains it as an image.

/** Roof and walls, the arch of the gate, the line between its wings. */
export const logoLines = [
  'M2.5 10.5 12 2.5l9.5 8M4.5 9v12.5M19.5 9v12.5',
  'M8.2 21.5V14a3.8 3.8 0 0 1 7.6 0v7.5M12 16.3v5.2',
] as const

export const logoWidth = 1.6

export function logoSvg(colour: string): string {
  const stroke = `stroke="${colour}" stroke-width="${logoWidth}" stroke-linecap="round" stroke-linejoin="round"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" ${stroke}><path d="${logoLines.join('')}"/></svg>`
}
