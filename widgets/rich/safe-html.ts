// Creates the nodes of a rich text, with the part that allowed.ts permits. Loads DOMPurify.
import createDOMPurify from 'dompurify'
import { allowedAttribute, allowedAttributes, allowedTags } from './allowed.ts'

export function safeHtml(html: string): DocumentFragment {
  // A separate instance, so that these hooks do not affect others.
  const purify = createDOMPurify(window)
  purify.addHook('uponSanitizeAttribute', (_node, event) => {
    const kept = allowedAttribute(event.attrName, event.attrValue)
    event.keepAttr = kept !== undefined
    if (kept !== undefined) event.attrValue = kept
  })
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return
    node.setAttribute('rel', 'noopener noreferrer')
    if (/^https?:/i.test(node.getAttribute('href') ?? '')) node.setAttribute('target', '_blank')
  })
  const made = purify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // Removes pictures without an allowed source, which would be drawn as broken.
  for (const image of made.querySelectorAll('img:not([src])')) image.remove()
  return made
}
