// Pictures on pages: photos, plans, logos of an organisation. [S3 bgImage, Image, Slide, Nav]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const Picture = z.object({
  /** Path below `/userimg/`, by which pages refer to the picture. */
  path: z.string(),
  title: z.string(),
  sizeBytes: z.number(),
  /** Size in pixels; 0 for a drawing without a size of its own. */
  width: z.number(),
  height: z.number(),
  /** Login name of the account that added the picture. */
  creator: z.string(),
  createdAt: Instant,
})
export type Picture = z.output<typeof Picture>

export const queryPictures = post('/lfscada/configuration/picture/query', {
  may: 'page:edit',
  about: 'The pictures of the organisation for its pages, the newest first.',
  input: nothing,
  output: z.array(Picture),
})

export const addPicture = post('/lfscada/configuration/picture/add', {
  may: 'page:edit',
  heavy: true,
  // Base64 and JSON enlarge the file; a body slightly over the limit is still read, to be rejected with a clear error.
  bodyBytes: 3 * limits.pictureBytes,
  about:
    'Adds a picture: a png, jpg, gif, webp or svg under 2 MB as base64 or as a data URL. Anyone who has its path can load it.',
  input: z.object({ title: text(limits.titleLength), picture: z.string().max(2 * limits.pictureBytes) }),
  output: Picture,
})

export const deletePicture = post('/lfscada/configuration/picture/delete', {
  may: 'page:edit',
  about: 'Deletes a picture. Pages that show it show nothing in its place.',
  input: z.object({ path: z.string().max(60) }),
  output: done,
})
