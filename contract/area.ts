// An area of the earth in rules: a circle, or a polygon by its corners.
import { z } from 'zod'

const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)

export const areaLimits = { radiusM: { min: 5, max: 500_000 }, corners: { min: 3, max: 50 }, marginM: 10_000 } as const

export const Area = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('circle'), longitude, latitude },
    radiusM: z.number().min(areaLimits.radiusM.min).max(areaLimits.radiusM.max),
  }),
  z.object({
    kind: z.literal('polygon'),
    /** The corners in their order along the border; the last one is joined to the first. */
    corners: z
      .array(z.tuple([longitude, latitude]))
      .min(areaLimits.corners.min)
      .max(areaLimits.corners.max),
  }),
])
export type Area = z.output<typeof Area>
