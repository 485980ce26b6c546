// Counts the actions of a user in a journey, and calculates the time that they would take by the keystroke-level model.
import type { Locator, Page } from '@playwright/test'

/** Seconds: pointing and pressing, a key, a decision, and the answer of the platform to a press. */
const model = { press: 1.1, key: 0.28, decision: 1.35, answer: 0.7 } as const

export class HumanClock {
  readonly #page: Page
  #presses = 0
  #keys = 0
  #decisions = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** A click: one decision and one press. */
  async click(target: Locator): Promise<void> {
    this.press()
    await target.click()
  }

  press(count = 1): void {
    this.#presses += count
    this.#decisions += count
  }

  /** The user decides on a field, reaches it by Tab, and fills it. */
  async fill(field: Locator, text: string): Promise<void> {
    this.#decisions += 1
    this.#keys += text.length + 1
    await field.fill(text)
  }

  /** Types into cells of a table; the last one ends with Enter. */
  async cells(texts: readonly string[]): Promise<void> {
    for (const [index, text] of texts.entries()) {
      this.#decisions += 1
      this.#keys += text.length + 1
      if (text) await this.#page.keyboard.type(text)
      if (index < texts.length - 1) await this.#page.keyboard.press('Tab')
    }
    await this.#page.keyboard.press('Enter')
  }

  /** The user presses a widget in the list and draws its box on the page. */
  async draw(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    this.press(2)
    await this.#page.mouse.move(from.x, from.y)
    await this.#page.mouse.down()
    await this.#page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
    await this.#page.mouse.move(to.x, to.y)
    await this.#page.mouse.up()
  }

  get seconds(): number {
    const [presses, keys, decisions] = [this.#presses, this.#keys, this.#decisions]
    return presses * (model.press + model.answer) + keys * model.key + decisions * model.decision
  }

  get words(): string {
    const counts = `${this.#presses} presses, ${this.#keys} keys, ${this.#decisions} decisions`
    return `${(this.seconds / 60).toFixed(1)} minutes of a person: ${counts}`
  }
}
