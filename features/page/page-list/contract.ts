// The pages of a device or of a project as a list, and their files.
import { z } from 'zod'
import { done, download, post } from '../../../contract/endpoint.ts'
import { Instant, PageId, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { pageTypes } from '../../../contract/page-document.ts'
import { pictureShown, picturesWanted } from '../../../contract/page-picture.ts'
import { ofOwner, onOwner } from '../page/contract.ts'

/** A page in the list of its device or project. */
export const PageRow = z.object({
  id: PageId,
  title: z.string(),
  startup: z.boolean(),
  type: z.enum(pageTypes),
  isLocked: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** Number of widgets, including those in groups. */
  widgets: z.number(),
  version: z.number(),
  /** Time and author of the newest version; the author is empty for pages saved before versions existed. */
  savedAt: Instant,
  savedBy: z.string(),
  ...pictureShown,
})
export type PageRow = z.output<typeof PageRow>

export const queryPages = post('/lfscada/configuration/page/query', {
  may: 'equipment:view',
  templates: true,
  on: onOwner,
  about:
    'The pages of a device or of a project, the start page first, the others by title; with `pictures` a small picture of each.',
  input: z.object({ ...ofOwner, ...picturesWanted }),
  output: z.array(PageRow),
})

export const saveHomePage = post('/lfscada/configuration/page/home/save', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about: 'Makes a page the start page of its device or project, in place of the one before; a sub page is refused.',
  input: z.object({ id: PageId }),
  output: done,
})

export const renamePage = post('/lfscada/configuration/page/rename', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'Saves a version of a page with another title. A newer one than `version` answers 10004.',
  input: z.object({ id: PageId, title: text(limits.titleLength), version: Version.optional() }),
  output: z.object({ id: PageId, version: z.number() }),
})

export const copyPage = post('/lfscada/configuration/page/copy', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id', ...onOwner },
  heavy: true,
  about:
    'Adds a copy of a page to its device or project, or to another. On another device bindings to variables of the first are moved to those of the same name, or cleared.',
  input: z.object({ id: PageId, ...ofOwner }),
  output: z.object({ id: PageId, version: z.number(), title: z.string(), moved: z.number(), cleared: z.number() }),
})

export const deletePage = post('/lfscada/configuration/page/delete', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about: 'Deletes a page with all its versions. A device or project whose start page is deleted has none.',
  input: z.object({ id: PageId }),
  output: done,
})

export const exportPage = download('/lfscada/configuration/page/export', {
  may: 'equipment:view',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'A page as a file for another device or platform: its bindings by the names of variables, without any number.',
  input: z.object({ id: PageId }),
})

/** A variable in the file of a page; `device` null: a variable of the page's own device. */
export const FileVariable = z.object({ device: z.string().nullable(), name: z.string() })
export type FileVariable = z.output<typeof FileVariable>

export const importPage = post('/lfscada/configuration/page/import', {
  may: 'page:edit',
  templates: true,
  on: onOwner,
  accepts: ['multipart'],
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  about: 'Adds a page from a file and binds it by the names of variables; `missing` lists those that are not there.',
  input: z.object({
    ...ofOwner,
    /** The title for the imported page; by default the title in the file. */
    title: text(limits.titleLength).optional(),
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({
    id: PageId,
    version: z.number(),
    title: z.string(),
    widgets: z.number(),
    /** Numbers of bindings with and without a matching variable. */
    bound: z.number(),
    lost: z.number(),
    missing: z.array(FileVariable),
  }),
})
