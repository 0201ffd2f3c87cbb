/**
 * Hears presses of buttons that the build wrote into the page, by one listener: the API reference has hundreds of them,
 * and making them in the browser would lay the page out twice.
 */
export function onPress(selector: string, act: (pressed: HTMLElement) => void): void {
  document.querySelector('main')!.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>(selector);
    if (pressed) act(pressed);
  });
}
