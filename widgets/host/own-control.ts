// Whether an event belongs to a field, button or link inside a widget: typing or pressing there is not a click on the
// widget or on the group around it. Pure.
const controls = 'a[href], button, input, select, textarea'

export function isOwnControl(node: Element, target: Element): boolean {
  const control = target.closest(controls)
  return control !== null && control !== node && node.contains(control)
}
