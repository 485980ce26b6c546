// A field, a button or a link within a widget acts by itself: what is typed or pressed there is no click on the widget or on
// the group around it. Pure.
const controls = 'a[href], button, input, select, textarea'

export function isOwnControl(node: Element, target: Element): boolean {
  const control = target.closest(controls)
  return control !== null && control !== node && node.contains(control)
}
