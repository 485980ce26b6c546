// Examples of addresses for a driver as it is configured.
import { type About, type AddressExample, isRefusal } from './driver.ts'

/** The examples that are valid with these parameters; with parameters that are not valid yet, those of the initial ones. */
export function examplesOf(about: About, params: object): readonly AddressExample[] {
  const parsed = about.params.safeParse(params)
  if (!parsed.success) return about.examples
  const examples = about.examplesFor?.(parsed.data) ?? about.examples
  return examples.filter(({ address }) => !isRefusal(about.parseAddress(address, parsed.data)))
}
