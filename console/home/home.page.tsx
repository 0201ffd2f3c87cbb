import { useMay, useMe } from '../session/me.ts';
import { Page } from '../shell/page.tsx';
import { Enrolment } from './enrolment.tsx';
import { NeedsPerson } from './needs-person.tsx';
import { SiteDays } from './site-days.tsx';

/** What needs a person now, and how it goes. Each number is that of the list it leads to. */
export function Component() {
  const { name, scope } = useMe();
  const seesOrders = useMay('see-orders') && scope.partners.length > 0;
  return (
    <Page title={`Hello, ${name}`}>
      <div className="flex flex-col gap-10">
        <NeedsPerson />
        {seesOrders && <Enrolment />}
        <SiteDays />
      </div>
    </Page>
  );
}
