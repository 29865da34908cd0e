const silent = ['script', 'style', 'template'];

/** Whether the page wrote something into the element that a person can see: not scripts, and not what goes to a place of its own in the view. */
export function isHeld(slot: HTMLSlotElement): boolean {
  return slot
    .assignedNodes()
    .some((node) => (node instanceof Element ? !silent.includes(node.localName) : node.textContent?.trim() !== ''));
}
