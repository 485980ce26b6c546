// The source of a help page: a few lines of heading, then Markdown. Pure; used by the build and by tests.
type HelpSource = {
  /** The last part of the address: `/help/gateways`. */
  key: string
  title: string
  section: HelpSection
  order: number
  body: string
}

export const helpSections = ['start', 'watch', 'setUp', 'people', 'platform', 'lookUp'] as const
type HelpSection = (typeof helpSections)[number]

/** A page as the browser gets it. */
export type HelpPage = Omit<HelpSource, 'body'> & { html: string; text: string }

const heading = /^---\ntitle: (?<title>.+)\nsection: (?<section>\w+)\norder: (?<order>\d+)\n---\n\n?(?<body>[\s\S]*)$/

/** Splits the source of a help page into its parts. Throws if the heading is incomplete. */
export function sourceOf(key: string, text: string): HelpSource {
  const { title, section, order, body } = heading.exec(text.replaceAll('\r\n', '\n'))?.groups ?? {}
  const known = helpSections.find((each) => each === section)
  if (!title || !known || body === undefined)
    throw new Error(`${key}: the page must start with title, section (${helpSections.join(', ')}) and order`)
  return { key, title, section: known, order: Number(order), body }
}

/** Sorts pages in the order of the table of contents. */
export const inOrder = <P extends Pick<HelpSource, 'section' | 'order'>>(pages: readonly P[]): P[] =>
  pages.toSorted((a, b) => helpSections.indexOf(a.section) - helpSections.indexOf(b.section) || a.order - b.order)
