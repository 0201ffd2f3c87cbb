import { useLayoutEffect, useMemo, useRef } from 'react';
import { payChosen, hasChosenPrice } from '../acts/checkout.ts';
import { useModal } from '../modal/modal-context.ts';
import { Form } from '../modal/ui/form.tsx';
import { Heading } from '../modal/ui/heading.tsx';
import { cart } from '../page/cart.ts';
import { adoptSheet, labelsFor } from '../shell/shell.ts';
import { CardChoice } from './card-choice.tsx';
import { allCardsUrl } from './cards.ts';
import { Film } from './film.tsx';
import css from './test-card.css?inline';
import { testCardLabels } from './test-card-labels.ts';

/** Offers a test card before the checkout of a site in test mode, and leads on to it. */
export function TestCard() {
  const { client, params, app, finish, close } = useModal();
  const label = useMemo(() => labelsFor(params, app, testCardLabels), [params, app]);
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => adoptSheet(place.current!.getRootNode() as ShadowRoot, css), []);

  async function payForChosen(): Promise<void> {
    if (!hasChosenPrice({ cart })) throw new Error(label('test_card_no_price'));
    await payChosen({ membership: client, cart });
  }
  return (
    <section id="TestCardModal" ref={place}>
      <Heading text={label('test_card_title')} takesFocus />
      <p className="ms-test-card__note">{label('test_card_subtitle')}</p>
      <Film label={label} />
      <CardChoice label={label} />
      <p className="ms-test-card__hint">
        {label('test_card_instructions')}{' '}
        <a className="ms-link" href={allCardsUrl} target="_blank" rel="noopener">
          {label('test_card_alternatives')}
        </a>
      </p>
      <Form
        submit={label('test_card_continue')}
        onSend={async () => {
          await (params.testCard?.onContinue ?? payForChosen)();
          finish({ type: 'CHECKOUT' });
          close();
        }}
      >
        {null}
      </Form>
    </section>
  );
}
