/** Scrolls to the first faulty field and focuses it; `told`: selects the element with the error below its control. */
export function toFirstFault(within: HTMLElement | null, told: string): void {
  const fault = within?.querySelector(told)
  fault?.parentElement?.querySelector<HTMLElement>('input, textarea, [role=textbox]')?.focus({ preventScroll: true })
  fault?.scrollIntoView({ block: 'nearest' })
}
