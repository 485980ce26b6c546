// The small picture of a page in a list: its widgets as boxes, without texts, values and bindings.
import { z } from 'zod'

/** The input of a list that can return pictures; without it the list has none. */
export const picturesWanted = {
  pictures: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
}

/** A widget in the picture. Lengths are pixels of the page. */
export const PicturePart = z.object({
  /** Its type by the specification's name; empty if it has none. */
  type: z.string(),
  /** The upper left corner before the widget is turned about its centre. */
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** Degrees; absent: 0. */
  rotate: z.number().optional(),
  /** Stored colours, not checked: see widgets/colour. */
  fill: z.string().optional(),
  stroke: z.string().optional(),
  /** Width of its line. */
  thick: z.number().optional(),
  /** Key of a plant symbol. */
  symbol: z.string().optional(),
  /** Corners of a line in per cent of its box, not checked: `0,0 50,100`. */
  corners: z.string().optional(),
  /** Number of characters of its text, and the font size. */
  letters: z.number().optional(),
  size: z.number().optional(),
  /** Alignment of its text, not checked. */
  align: z.string().optional(),
})
export type PicturePart = z.output<typeof PicturePart>

export const PagePicture = z.object({
  /** Size and background of the page, as in its document. */
  con: z.object({
    width: z.number(),
    height: z.number(),
    bgColor: z.string(),
    bgImage: z.string().optional(),
    theme: z.string().optional(),
  }),
  /** The largest widgets, in drawing order. */
  parts: z.array(PicturePart),
})
export type PagePicture = z.output<typeof PagePicture>

/** The output of a list that can return pictures. Null: there is no page, or its viewers must enter a password. */
export const pictureShown = { picture: PagePicture.nullable().optional() }
