// Written by `npm run bench -- --only extract --fit`; see docs/lab/extraction.md. Not by hand.

/** The kinds whose weights are fitted. */
export const FITTED = ['decision', 'next', 'blocker'] as const

/** The log-odds threshold for each kind. */
export const ENOUGH: Readonly<Record<(typeof FITTED)[number], number>> = {
  decision: -0.66,
  next: -1.16,
  blocker: -0.92,
}

/** The weight of each feature for each kind in order, in hundredths of log-odds. */
export const WEIGHTS = `
#* 10,14,-4; #=( -2,3,7; #=) -2,3,7; #=, 11,-11,9; #=/ 9,-6,16; #=: -2,4,-17; #=<code> -33,-18,-4
#=<number> -10,-3,21; #=? -3,-4,0; #=a -4,5,3; #=all 4,-1,-1; #=and -2,-10,2; #=change 0,7,-1
#=changed 2,-7,1; #=changes -1,13,-4; #=commit -3,-7,-2; #=context 5,3,-1; #=current -6,-6,11
#=design 3,-13,-2; #=files 2,-5,-3; #=fix -7,-7,4; #=fixed -3,-1,-4; #=for 3,5,-5; #=how 1,-8,-2
#=i -3,-13,-5; #=if 4,-4,-2; #=implementation 0,-15,-2; #=in -9,-4,-10; #=is 0,-5,4; #=it 2,-6,-6
#=key 19,19,14; #=line -2,-2,4; #=new -2,4,-1; #=next -2,24,-1; #=no 4,-2,-3; #=not 3,-6,-3; #=now -1,-7,-2
#=of 4,-5,3; #=one -3,-1,7; #=option -3,-6,-2; #=plan 4,-17,-2; #=proposed 3,10,3; #=recommendation 14,-3,-6
#=review 2,1,4; #=state 2,-2,14; #=summary -3,-4,13; #=test -5,16,-3; #=tests -2,-4,-3; #=the 5,-5,-3
#=this -5,-5,-1; #=to -4,20,-3; #=verdict -7,4,-8; #=verification -5,13,-2; #=with -4,-7,-3; #=your 0,-4,8
#=— -17,-11,3; #ask -21,-36,-13; #because 0,-8,-14; #c. 41,2,-8; #c. item 142,-20,-2; #c. problem 5,-9,0
#c.deferred 15,-16,-5; #c.needless 0,3,-9; #change -8,7,11; #change ^order -6,15,-4; #change item 0,-90,-72
#change over 13,14,0; #change over item -22,-7,11; #change problem -7,-6,10; #did 42,10,-23; #doc -9,13,0
#doing -6,21,-6; #explain -7,-6,-8; #if 7,-18,-6; #it 0,-24,-23; #item ask -13,10,-16
#item c.deferred 7,-12,-3; #item c.needless -8,-2,-4; #item change -22,-7,11; #item did 47,25,-21
#item doc -9,10,3; #item doing -13,-3,2; #item explain -1,-4,-1; #item it -9,-18,-13
#item n.advise 16,46,-18; #item n.plan 0,5,-9; #item n.todo -6,10,-4; #item negate -1,-17,-9
#item now -4,-15,-4; #item option -2,-19,-2; #item order -6,4,-17; #item p.bug 2,-4,21
#item p.grade -11,-10,20; #item p.risk -6,-9,-17; #item refuse -5,-3,-3; #item s.fixed -1,-14,-11
#item self -6,-28,-8; #item test -15,42,-12; #item title.blocker -10,-5,169; #item title.decision 177,-18,3
#item title.next -5,132,-3; #item title.option -62,-79,-62; #item title.proposal -6,107,-53
#item title.report -23,-81,-58; #item user 2,1,14; #n. 21,26,-9; #n. ^order -8,38,-5; #n. item -25,108,-34
#n. narrating 0,-90,0; #n. over 18,17,-4; #n. over item 40,12,-2; #n. problem 25,-12,-22; #n.advise 32,43,-4
#n.fix -10,8,2; #n.left -4,-13,6; #n.need 1,-14,3; #n.next -3,47,-3; #n.plan 29,-2,-17; #n.remind -1,7,14
#n.todo 2,5,-4; #negate 16,-1,-11; #now -5,-18,1; #option 5,-23,-11; #option item -92,-109,-2
#order -6,-24,-18; #p. -8,30,-3; #p. ^order -1,15,6; #p. item -13,-34,127; #p. over -9,2,13
#p. over item 8,2,-28; #p. problem 9,-13,-14; #p.bug -15,8,12; #p.gap -7,-10,6; #p.grade -13,17,30
#p.risk 1,-8,-20; #past 0,-7,-7; #r. 2,-4,-2; #r. item 12,-7,-5; #r. problem 11,-6,-3; #refuse 6,-5,-7
#s.done -5,-11,-7; #s.fixed -3,-14,-13; #self -4,-28,-8; #still -11,9,7; #test -21,30,-15
#title.blocker -18,5,28; #title.decision 77,-15,2; #title.next -6,52,2; #title.option 5,-23,-11
#title.proposal 20,27,-4; #title.report -14,-29,16; #user -3,5,7; * -425,-480,-498
<agent.blocker.10 5,18,10; <agent.blocker.11 -5,-7,-5; <agent.blocker.7 5,13,-6; <agent.blocker.9 -3,5,-7
<agent.blocker.not.1 -7,13,-6; <agent.blocker.not.2 1,1,-9; <agent.decision.10 -5,6,-5
<agent.decision.11 -4,1,-5; <agent.decision.2 -1,5,-3; <agent.decision.4 0,7,-5; <agent.decision.6 -2,5,-1
<agent.decision.7 4,2,-3; <agent.decision.8 1,-1,6; <agent.decision.not.3 -7,3,-5; <agent.next.6 0,8,0
<agent.next.not.2 -8,17,-5; <agree -3,0,-7; <ask -11,-9,-2; <because 1,-5,-3; <but 3,16,16
<c.deferred -5,10,-3; <c.deliberate 5,2,-5; <c.instead -5,3,-5; <c.kept 8,-3,-2; <c.needless -2,0,4
<c.prefer 2,-2,6; <c.rather -4,3,2; <c.skipped 1,6,-3; <c.stays 1,-3,-4; <change 3,22,2; <did -5,2,16
<doing -4,0,3; <explain 7,-5,2; <if -13,5,4; <it 18,9,18; <maybe 7,4,-3; <n.advise -1,6,-4; <n.fix 3,5,-1
<n.later 3,11,2; <n.left 8,7,-2; <n.need 4,2,1; <n.plan -5,-2,-7; <n.ready -1,-4,-1; <n.remind -2,12,-6
<n.todo -6,-5,7; <narrate -2,-2,-5; <negate -9,13,-7; <now -9,10,-9; <option -5,-9,-4; <order -4,13,-18
<p.block -1,5,-2; <p.bug -1,-4,13; <p.cannot 0,5,-1; <p.crash 2,7,-1; <p.error 8,-2,1; <p.fail -3,1,-5
<p.gap 3,0,-6; <p.grade 0,5,1; <p.loss 13,14,-8; <p.missing -7,-1,1; <p.undone -2,4,-5; <p.wrong -1,-1,-7
<past 3,-9,-7; <r.dont -2,4,-2; <r.ever -2,2,-8; <r.only -2,2,-4; <r.rule 7,6,-4; <refuse -3,6,-6
<s.done 7,4,18; <s.fixed -4,7,-4; <s.passed -3,5,3; <self -9,-2,-7; <test -10,-2,7; <us -7,-1,1
<user -15,5,-3; <user.blocker.1 -1,0,7; <user.blocker.3 -2,-1,4; <user.blocker.not.1 -12,-2,1
<user.decision.4 -8,-1,-1; <user.decision.5 -6,-1,-2; <user.decision.not.1 -7,-1,-4
<user.decision.not.2 -14,-1,1; <w.lets -4,-1,-3; <w.should -4,2,0; <will -4,14,6; =! -1,-4,-1; =( -5,13,-10
=) 3,11,-8; =+ 19,12,-3; =, 8,-3,-15; =/ 12,8,4; =: -20,39,-12; =<address> -3,4,-1; =<code> 2,18,17
=<number> 1,33,18; == -4,-4,-4; =? -113,-137,-100; =a -5,4,-6; =about 12,-1,1; =accept -5,0,-2
=accepting 5,0,-1; =access -1,9,-1; =account 1,-4,-1; =actionable 5,-1,-2; =active -7,-5,-2
=actually -1,-4,1; =add 1,43,-11; =added -3,-5,-9; =adding 9,-1,-2; =address 0,11,-3; =addressed 2,-4,11
=again 2,1,5; =against -7,9,-8; =agent -3,-7,14; =agents -2,6,5; =ah 5,0,-1; =all 4,-12,-13
=already 6,-6,-20; =also -9,6,23; =alternative 4,2,0; =an 0,20,22; =and -3,15,-25; =another -7,3,-1
=any 7,-6,8; =anyone 5,-1,0; =anything 4,2,-5; =anyway 4,-1,-1; =api -5,5,-2; =app -4,4,3; =appears -1,-4,10
=applied -1,-2,6; =applies 4,5,-2; =approach 2,16,-4; =architectural 0,-1,4; =as 7,-14,-19; =as-is 5,5,-3
=assertions -1,-5,0; =asserts 0,4,-1; =at 1,-7,18; =attribute -4,0,-1; =automated 4,0,-1; =b 1,-9,-1
=back 1,0,-5; =backend 7,-2,2; =base -7,-5,4; =basic -1,6,2; =be -8,2,5; =because 0,-2,4; =been 2,2,-5
=before 4,7,-2; =behavior 3,8,4; =being -2,-2,14; =belongs 6,-1,-1; =below 5,-1,3; =better -6,1,5
=between 13,-8,0; =binary -1,10,3; =blank 0,-1,5; =block 14,-1,0; =blocking -1,5,-3; =blocks -2,-6,4
=both 1,-3,6; =branch -6,-12,-1; =branches -1,5,-3; =breaking 7,-2,3; =broken 1,0,-8; =bug -6,-3,17
=build 0,-7,-3; =built -2,1,6; =bump 4,-2,0; =but -5,-10,2; =by 8,11,-4; =bytes -2,-3,-4; =cache -3,2,-8
=call 7,0,-4; =called 1,-1,7; =can 0,-5,10; =can't 6,8,-5; =cannot 7,0,-1; =caps 4,-1,-1; =case 5,0,-2
=cases -3,2,-4; =catch 1,4,-2; =cause -1,-3,11; =chain -3,6,3; =changes 3,13,3; =channel -1,5,-2
=chars -2,2,4; =check -7,6,0; =checked 0,-1,-5; =checking 4,0,1; =checklist -1,-4,-1; =chunk -5,5,-3
=ci -3,9,-1; =clarify -1,11,0; =claude 6,-5,3; =clean 5,6,4; =cleanup -2,10,-3; =clear 6,5,-2; =cli 4,-10,0
=close 4,1,-2; =closed -1,5,1; =code 0,-14,-9; =codebase -2,-2,7; =command 7,16,-4; =commands -3,-5,-6
=comments 4,-2,-2; =commit -7,-3,-3; =common -1,-2,-5; =comparison -4,-1,-2; =complex 0,4,-1
=complexity 4,-1,-1; =component -1,-1,4; =concern 2,4,-3; =config 6,2,-4; =confirm -2,9,-1
=confirmed -1,-4,17; =conflict 11,-5,-2; =conflicts 8,-3,-1; =consistency -3,8,5; =constants -1,6,-1
=contains -1,0,4; =content -1,4,-7; =continue 4,6,-1; =conversation -4,-5,6; =copilot 0,-4,-3; =copy -3,5,-1
=correctly -4,-5,0; =correctness 8,-1,-1; =cost -4,-4,-5; =could 3,-4,-3; =count -1,-3,4; =counter 0,6,-2
=couple -2,0,-4; =coverage 1,-5,0; =create 6,-5,0; =created 1,7,15; =creating -3,-1,-4; =current 16,0,0
=currently -3,-3,6; =cursor -4,3,4; =custom -1,-2,7; =data 8,-9,0; =db -2,-9,13; =decision -6,-1,-1
=default -5,1,-8; =deferred -2,-4,1; =deliberately 7,-1,-3; =dependency 7,0,-4; =depends 7,1,-1
=describe 3,4,0; =design 0,0,-4; =details 4,-5,-2; =detection -5,1,1; =deterministic 11,-2,-4; =dev -3,11,1
=different 3,6,10; =dir 5,0,7; =directly -4,-4,0; =directory -7,0,-2; =do 13,-10,-4; =doc 2,-6,0
=docs -1,13,2; =document 4,0,0; =documenting 0,4,0; =does -5,-5,4; =doesn't 1,-5,10; =doing 7,8,-3
=don't -9,-2,3; =done -7,-9,-6; =drift 3,6,-1; =drop -1,7,-2; =dropped 0,6,3; =duplicate 0,-3,7
=each 7,2,-1; =early 0,1,-4; =easy -2,-5,-1; =edit 1,0,4; =either -2,1,-4; =eliminate -1,3,4; =empty 0,-3,16
=enabled -9,-2,-2; =end -6,0,0; =enter 4,6,2; =entire 2,1,9; =entirely 1,-2,-7; =entries -1,1,5
=error 7,-3,-10; =errors -4,5,-5; =etc 1,4,0; =even 0,-3,5; =ever 10,-4,18; =every -8,-6,12; =exact 2,-4,-1
=exactly 2,4,-7; =exist 7,-5,7; =existed 0,-2,4; =existing 5,5,-4; =exists -2,-10,-9; =exit -3,6,1
=exiting 5,-1,-2; =expects 0,-1,4; =explain 0,12,-2; =explicit -4,4,7; =fact 0,-1,-4; =fail 3,-2,-4
=failing 1,-2,18; =fails -4,-2,-1; =failure 3,7,1; =fallback 6,-2,-1; =far 4,-1,-1; =feature -7,7,4
=features 4,-1,0; =fetch -1,5,-2; =field 2,-5,-6; =file 0,-18,1; =files -4,-10,-2; =filter -1,5,-4
=filtering -1,5,-2; =find -2,-3,-5; =finding 4,1,-3; =fine 4,-1,-1; =fire -1,-1,4; =fires -3,-1,5
=fix 0,9,-14; =fixed 4,-1,-3; =fixes 0,-1,-5; =fixture -1,6,0; =flag 10,8,-6; =flags -1,5,-2; =flow 5,-5,-1
=focus 4,-1,-2; =folder 3,13,1; =follow 1,7,5; =follow-up 5,0,3; =following -2,-4,3; =for 28,7,-17
=format 1,1,8; =found -3,5,-2; =free -1,-4,5; =from -19,13,-2; =full -6,-5,-4; =fully -3,-1,8
=functions 18,-5,-3; =further 3,-4,-1; =gap -2,0,7; =gaps -4,-1,-3; =generated -2,5,-6; =get 2,-2,7
=gets 4,-2,6; =getting 10,-1,1; =git 6,-1,-6; =given -3,-1,5; =go 7,-10,-6; =goes 9,-1,-3; =gone -1,4,2
=gracefully 4,-1,-2; =granularity 4,-2,4; =great -1,5,-1; =green 2,-4,1; =guard -5,-2,-2; =handled 7,0,-1
=handling -2,-4,7; =happened -1,2,5; =has -8,6,10; =have -3,-6,1; =haven't 0,-1,4; =head 11,-6,5
=helper 10,-9,-3; =here 1,8,4; =here's -3,-5,-5; =hex -3,-1,4; =hold 5,-1,0; =i 5,6,2; =i'd 4,4,-2
=i'll 1,4,-1; =i'm 6,-1,2; =id -7,0,-1; =idea 4,3,-1; =identical 7,0,-1; =ids -1,-4,-1; =if -1,-18,-11
=ignored -4,-1,-1; =implementation -5,-6,11; =import 5,0,-2; =improve -1,8,0; =improvements 4,-2,0
=in -1,15,11; =include -2,-4,-2; =independent -4,0,-1; =index -3,4,-2; =init -1,5,2; =initialization -1,7,-1
=injection -2,4,0; =inside 3,4,-4; =install 1,0,4; =instead -8,-1,2; =integration 1,-6,-3
=intentional 8,-2,0; =interactive -2,5,-1; =interface -1,-2,-6; =into -2,21,-13; =invalid -2,-3,-5
=investigate -2,14,4; =is 5,-7,20; =issue 9,3,9; =it 5,16,4; =its 5,4,9; =itself -5,-1,6; =just -6,7,-11
=keep -2,4,-3; =keeps 10,-1,-3; =kept 10,-2,-1; =key 15,16,-7; =keys -3,-15,0; =known 4,-1,2; =large -2,-1,4
=later -1,-13,1; =lazy 14,-1,1; =leading -1,-2,5; =leaks 0,-1,-6; =leaves 1,-2,5; =left 4,-2,-4; =let 2,4,-3
=let's 0,-7,2; =lets -1,4,-1; =level -2,1,4; =like 8,-4,-5; =limitation -1,1,5; =line -3,12,-3
=lines 2,-6,-3; =lint -2,-4,-1; =linting -1,6,-1; =list 6,10,0; =lists -2,1,4; =literal -3,6,-1
=local 4,3,-6; =locally 6,-7,2; =log 1,-5,7; =logic 9,-6,-5; =logs -4,4,1; =long -2,-1,-5; =longer -6,-1,4
=look 4,6,-1; =loose -1,4,-2; =low -2,-1,-4; =machine -1,6,-4; =made -1,-2,6; =main -1,-3,13; =make 4,-1,-2
=manual 5,5,-3; =map 8,6,2; =markdown 3,-1,17; =matches 5,0,-2; =matching -1,5,-4; =matters -2,-3,6
=may -1,8,-3; =meant 4,-1,-1; =memory -5,0,-1; =message 12,-5,-6; =messages -2,-2,-7; =metadata -11,-6,0
=methods 4,-1,0; =might -5,-4,7; =migration 7,-5,-4; =missing 1,-5,-8; =mock 0,-1,-5; =mode 2,4,-4
=modes 6,6,-1; =more -2,3,4; =most -6,-4,2; =multiple -1,-4,4; =must 19,4,-4; =my 1,-4,-3; =name -5,-3,-2
=named 5,-3,-2; =names -4,1,-2; =natural 5,6,-4; =navigate -1,5,0; =navigation 6,-2,-1; =need -13,-1,2
=needed 3,-7,-1; =needs 0,25,-3; =network 0,-1,-4; =never -12,-3,7; =new -12,3,-8; =next 4,2,-4; =nil -4,5,1
=no 8,-7,5; =none -6,-2,2; =not 15,2,-2; =note 4,5,2; =nothing -4,-2,5; =noting -1,3,4; =number 4,-4,7
=of 3,-13,-3; =ok -2,-2,-5; =old 2,-5,-4; =older -1,0,8; =on -6,4,31; =once 10,-2,-4; =one 17,0,20
=only 11,-3,14; =open 1,1,4; =option 9,2,3; =optional -1,6,-1; =or -16,-4,-6; =orphaned 0,-1,4
=other -8,3,12; =our 5,2,12; =out 19,-1,-3; =output -1,15,6; =override 0,0,9; =own 6,1,10; =package 4,2,0
=parallel -1,7,0; =param 5,-1,-1; =parameter -1,4,2; =parent 2,-4,-5; =parse -2,5,-1; =parsing 8,-1,-2
=pass -5,4,-5; =passed -2,-1,4; =path -8,-7,5; =paths -7,1,-1; =pattern -2,4,1; =pending -2,-6,-2
=per 17,5,9; =permanent 6,-1,-1; =phase -2,17,-2; =pipeline 4,3,4; =plan -3,-3,4; =planning -1,6,0
=plus 0,0,-7; =point -11,-2,2; =pointing 4,3,-1; =populated 0,-1,4; =position -1,-1,8; =possible -3,-4,-1
=pr 11,28,8; =pre-existing -1,-3,13; =precedence -1,4,1; =prefix -2,5,-1; =present -4,2,-2; =private -2,-3,5
=problem -4,-2,-12; =problems 4,-1,-4; =process -2,-3,9; =processes -1,-5,-1; =produce -1,0,6
=progress -3,-4,1; =project -2,-5,-4; =prompt -4,5,6; =properly 0,1,4; =prs -1,6,0; =pure 0,3,5
=push -3,4,-3; =queries -1,-6,5; =query 5,2,1; =question -7,-2,-3; =questions 4,-3,-1; =rather 9,2,-4
=raw -3,-5,0; =read -8,-5,3; =read-only 5,2,-1; =reads -8,-3,-1; =ready -2,22,2; =real -6,-2,-6
=real-time 5,0,0; =really 5,0,-2; =recommendation 3,10,-2; =records 5,-2,-1; =referenced 2,-1,5
=references -4,-3,-2; =reflect 7,-1,0; =refs 1,7,-2; =registered 6,0,0; =regression -1,4,-3; =relative 0,0,4
=release 4,4,2; =remaining -3,7,3; =removal 4,4,-1; =render -2,-4,-3; =replace -2,13,-1; =replaced 5,-5,-2
=reply 0,5,-1; =repo -5,7,5; =reported 0,-2,4; =repos -2,5,3; =required 5,1,3; =requires 4,-1,3
=reset 5,-1,7; =resolution -2,11,-3; =resolve 1,-5,-4; =resolved 5,2,-2; =response -2,-2,-4
=restore 1,-3,-5; =resume -6,1,-5; =return -4,2,-2; =returns -6,3,-7; =review -11,-5,-6; =rewrite 5,-3,-3
=right 10,2,-4; =root -1,6,3; =row 3,-5,-4; =rule -1,4,-1; =run -5,6,19; =running 8,7,2; =runs 4,-7,9
=same -4,3,13; =say -2,-4,0; =says -5,3,10; =scan -3,5,-1; =scope 5,-5,0; =script -2,-6,9; =section -4,-4,-3
=see -1,4,3; =seem 2,0,5; =seems -4,-1,-3; =sees 5,3,-1; =semantics 4,-1,-1; =sends 6,-1,5; =server 7,14,17
=session -17,-5,14; =session's -2,4,-1; =sessions -3,-2,10; =set 1,7,0; =sets 2,-5,3; =settings 1,-4,-4
=setup -1,2,6; =shadow 5,-2,2; =shape 9,5,5; =share 3,15,-5; =shared 4,6,-6; =sharing 4,8,-3; =shell -3,-1,7
=should 4,19,-4; =shouldn't 0,-5,-2; =show -2,11,-3; =shows -2,2,-4; =silently -2,1,-11; =simpler 4,-2,-1
=simplest 0,10,-2; =since 0,8,-8; =sites 4,5,-1; =six 5,-1,0; =skill 1,5,-2; =skip 0,7,-1; =skipped -1,-2,6
=skips -1,-2,5; =small 2,3,-4; =so -2,3,-7; =solution 0,-1,4; =some -2,1,5; =something 0,2,4; =source 4,-3,2
=space 4,-1,-1; =spec -3,-4,8; =specific -5,0,-5; =specifically -1,4,-2; =split -4,0,0; =stale -3,1,-6
=staleness -2,6,-1; =start -8,-6,2; =starting -4,1,4; =startup -4,7,-1; =state -6,-3,-4; =states -3,8,0
=status -4,-9,-2; =stay 6,-2,-2; =stays -1,-1,7; =step 11,3,-4; =steps -4,-3,-2; =still -5,0,22
=stop 3,-5,6; =store -2,11,-2; =stored -4,-1,0; =strategy 9,-5,-5; =streaming 7,3,-2; =string -6,-3,0
=structure -4,-2,-2; =style 11,-1,-1; =subagent -3,-6,5; =suggestion -3,9,-1; =suite 4,1,1; =summary -3,1,-4
=supported -1,4,0; =supports -1,-3,8; =sure 7,4,-3; =sync 8,2,-1; =table -6,-4,1; =take 13,-4,-1
=task -4,-19,2; =tasks -3,6,-6; =technical -1,0,6; =tell 1,6,-3; =terminal 3,5,-5; =test -3,-5,7
=tested 8,-2,-2; =tests 3,-12,3; =text 6,-3,5; =than 6,1,2; =that 9,-6,6; =that's 0,-5,-1; =the -4,-10,16
=their 2,4,2; =them 4,7,-8; =then -9,3,-5; =there -10,4,3; =there's -4,-2,0; =these -1,-1,17
=they're -4,6,0; =thing 4,0,-4; =think 8,10,-2; =thinking 5,-1,0; =this -10,-9,-3; =those 2,1,-7
=though -4,6,3; =three -3,-8,0; =through -6,-2,5; =throughout 5,-2,0; =time 8,5,-4; =to 2,21,-5
=todo -3,26,1; =too 2,4,-2; =tool -3,1,23; =top -2,-4,-4; =total 9,-2,9; =tracking -2,2,-4
=transcript 2,4,1; =trigger 0,5,-2; =true -2,4,1; =truth 5,-1,-1; =try -2,1,6; =turn -3,5,-6; =two 2,-7,-3
=type 6,-8,3; =types -2,2,6; =under -4,9,10; =understand -2,-5,-1; =unit 6,-1,-2; =unrelated -1,0,7
=until -1,-1,4; =untouched -5,0,2; =up -5,-5,15; =updated -6,9,-4; =updating -1,6,-2; =us 4,-1,-5
=use 6,-14,-2; =used -4,1,-8; =user 1,7,0; =uses -8,-5,-1; =using 9,0,-2; =valid -3,-2,-9
=validation -5,11,0; =value -2,6,7; =verified -7,-5,-1; =verify -4,4,-5; =version 8,-3,-3; =via -6,1,4
=view -4,9,-2; =visible 5,-3,-5; =vs -5,1,-4; =waits 0,4,0; =walk -2,4,2; =walks -1,-1,6; =want 2,1,-5
=warning -1,7,1; =was -1,-9,3; =way 10,4,-3; =we 7,1,9; =we're 0,2,-4; =well 6,-1,-1; =went -1,-1,5
=were 1,1,-4; =what -1,6,-17; =what's -4,-2,12; =whatever -4,-2,-3; =when -5,10,27; =whenever -2,18,-1
=where -3,1,8; =whether 4,1,-2; =which -4,-8,17; =while 14,-1,9; =whole 7,3,1; =why 1,1,8; =will -5,-3,7
=with 1,6,-4; =within 0,-1,-4; =without -8,-4,11; =won't 6,-1,2; =work 3,-2,-5; =workflow -1,6,-1
=worth 0,15,10; =would 8,-4,-7; =wrap 0,4,0; =written 4,2,9; =yeah -5,-1,-3; =yes 0,8,-3; =you -6,-7,-3
=you'd -1,-4,-1; =you're 2,8,0; =your 1,1,-4; =— 3,36,19; =→ -5,-3,-2; >* -33,8,-45; >=( 6,1,-7; >=) 6,1,-7
>=, -2,20,-8; >=/ -1,2,4; >=: -16,4,-22; >=<code> -3,-23,-9; >=<number> 14,-6,-7; >=a 4,-7,-6; >=add 4,7,0
>=added -5,2,-2; >=all 11,-8,1; >=and -6,5,3; >=approach 9,-1,5; >=are -5,20,8; >=at -2,6,-3; >=be -3,4,9
>=because -1,8,-3; >=before -2,-7,4; >=both -5,-5,-2; >=branch -3,-4,-1; >=by -2,4,4; >=changes -3,4,-2
>=check -2,-2,6; >=cli -1,7,-1; >=code -1,-4,8; >=file -2,8,3; >=first -1,-1,-4; >=fixed -7,-2,7
>=for -5,-16,-6; >=from -3,-5,-7; >=good 9,-1,0; >=has -2,-1,5; >=have 4,5,-2; >=here's -3,-4,-2
>=i -5,-9,0; >=implementation -2,-3,11; >=in 4,-3,-11; >=is -5,-16,-10; >=it 0,10,-2; >=like 3,4,-1
>=logic 9,-6,-1; >=look 3,15,-1; >=main -1,-2,-5; >=need 1,-4,9; >=new -5,-5,3; >=no 6,-3,-1; >=not 0,-5,-1
>=now -6,-7,-1; >=of -1,-6,-2; >=on -2,-10,1; >=or 2,14,0; >=per 2,6,-1; >=same -1,-4,-1; >=should 4,15,-4
>=so -2,6,-3; >=test -1,-6,-1; >=tests -2,-1,16; >=than 0,-5,5; >=that -2,-5,1; >=the -13,-18,-6
>=these -1,-6,-5; >=they -1,7,-1; >=things -2,4,7; >=this -6,-5,-4; >=two -5,-1,9; >=was -4,-2,-4
>=we -2,5,-3; >=what 1,0,-4; >=when -1,-5,0; >=where 1,8,0; >=with 7,-11,6; >=work -3,-4,4; >=worth -3,-7,2
>=would -2,5,0; >=your -4,-7,-3; >=— -2,-16,-10; >>agent.blocker.1 -1,5,5; >>agent.blocker.10 5,-17,10
>>agent.blocker.11 -6,-3,-1; >>agent.blocker.5 1,1,6; >>agent.blocker.6 0,0,4; >>agent.blocker.7 -5,-2,2
>>agent.blocker.9 -6,-4,8; >>agent.blocker.not.1 14,-8,-3; >>agent.blocker.not.2 -2,-8,2
>>agent.decision.10 -2,0,4; >>agent.decision.11 -2,0,4; >>agent.decision.12 7,-7,15
>>agent.decision.2 0,3,7; >>agent.decision.4 0,-3,4; >>agent.decision.5 0,1,9; >>agent.decision.6 -4,9,-3
>>agent.decision.7 -4,-3,0; >>agent.decision.not.3 6,-2,4; >>agent.decision.not.4 1,-6,7
>>agent.decision.not.5 0,-4,-4; >>agent.next.not.2 1,4,-12; >>agree 13,0,5; >>ask 7,-1,-7
>>because -1,-14,18; >>but 3,-13,15; >>c.decision 6,-2,-1; >>c.deferred 3,-1,-4; >>c.deliberate -1,2,14
>>c.fitting 0,5,3; >>c.instead 4,-5,1; >>c.rather 0,-6,6; >>c.skipped -4,0,-1; >>c.stays -3,8,-6
>>change 4,-14,8; >>did 12,-9,-1; >>doc 7,-5,16; >>doing 8,-3,15; >>explain 7,-5,0; >>if -15,2,7; >>it 0,1,6
>>n.fix -3,-5,12; >>n.later 5,-8,6; >>n.left 5,0,7; >>n.need 7,-7,6; >>n.next -4,-3,-1; >>n.plan -4,-3,-5
>>n.remind 5,1,0; >>n.todo 5,-2,-4; >>narrate 3,-8,-6; >>negate -22,-19,20; >>now 8,-7,3; >>option 10,-4,5
>>order -4,13,-1; >>p.block -2,2,-4; >>p.bug -4,-7,14; >>p.crash -3,3,5; >>p.error 2,3,-7; >>p.gap -4,-4,1
>>p.grade 7,-2,9; >>p.loss -8,-1,17; >>p.missing -3,0,-4; >>p.risk 0,-4,-2; >>p.undone -1,0,-4
>>p.wrong -1,-8,-9; >>past -4,-8,-1; >>r.dont -4,-3,1; >>r.ever 3,-1,13; >>r.only 0,1,-8; >>refuse -6,-4,2
>>s.done 6,7,14; >>s.fixed -3,-3,7; >>s.passed 1,-2,-7; >>self 3,5,2; >>still 11,-4,-7; >>test -5,2,4
>>us 10,2,-2; >>user 4,-10,1; >>user.blocker.3 3,0,11; >>user.blocker.not.1 11,-1,4
>>user.decision.4 -1,-1,16; >>user.decision.not.2 7,-1,0; >>w.lets 4,-4,-5; >>w.should -5,2,13
>>w.want -7,0,8; >>will 12,-2,-2; >agree 14,-7,-5; >ask -3,-16,-10; >because -6,-8,-12; >but -3,-7,-6
>c. 10,8,5; >c. item 71,-22,4; >c. problem -8,-3,-2; >c.deliberate 18,-5,-2; >c.stays -3,-4,-2
>change -2,-6,-13; >change ^order -1,-5,-1; >change item 0,-90,-60; >change over item -4,-8,-10
>change problem 12,2,-4; >did 20,-16,4; >doc 5,11,-8; >doing -14,-7,-18; >if -3,-16,0; >it -19,-6,-20
>item agree 18,-5,-2; >item ask -9,-14,-9; >item because -18,-7,-9; >item but -2,-6,-5
>item c.deliberate 6,-7,-1; >item change -4,-8,-10; >item did 18,-6,7; >item doc 6,11,-7
>item doing -11,-11,-8; >item if -3,-16,-5; >item it -26,-2,-1; >item maybe -7,8,-5; >item n.advise -5,8,-1
>item n.fix -3,11,-1; >item n.left -2,7,7; >item n.need -6,-9,16; >item n.plan -2,33,-3
>item n.remind -6,-15,3; >item n.todo -5,16,-7; >item narrate -3,-7,-7; >item negate 1,-20,-5
>item now -10,3,-3; >item option -10,-13,8; >item order -12,-24,-7; >item p.bug -1,-5,-5
>item p.error -5,-3,-9; >item p.gap -6,-1,11; >item p.grade -1,-3,-12; >item past 0,-12,-12
>item r.rule -6,20,-5; >item refuse 12,-6,-4; >item s.done 29,-4,-9; >item s.fixed 8,-3,13
>item s.passed -4,-4,-3; >item self -7,-24,12; >item test -13,-7,34; >item title.blocker -2,3,148
>item title.decision 96,-10,-1; >item title.next -8,147,13; >item title.option -3,-9,-2
>item title.proposal -1,110,-4; >item title.report -4,-62,-28; >item us -6,11,4; >item user -12,-17,-9
>item w.should -6,33,-7; >item will -5,1,18; >maybe -8,7,-5; >n. 3,5,2; >n. ^order 9,-2,-2
>n. item -20,129,2; >n. over item -7,6,12; >n. problem 0,-4,12; >n.advise -6,16,7; >n.fix -4,10,-1
>n.later 2,-16,5; >n.left -2,3,7; >n.need 1,-10,15; >n.plan -4,41,4; >n.remind -9,-10,-2; >n.todo -7,9,-10
>narrate -7,-10,-1; >negate 10,-22,-9; >now -14,-2,-2; >option -12,-18,5; >option item -4,-102,9
>option problem -1,-2,5; >order 2,-11,-2; >p. -4,0,-1; >p. item -6,-1,101; >p. over item -8,-3,-39
>p. problem -5,-8,-17; >p.bug -3,-10,3; >p.error -7,-7,-18; >p.gap -6,9,10; >p.grade -1,-4,-13
>past 0,-14,-13; >r. 17,11,-2; >r. item -13,15,-1; >r. over item -2,-2,-4; >r. problem -5,-6,-6
>r.rule -4,29,-6; >refuse 11,-8,-5; >s.done 27,-7,-11; >s.fixed 8,-3,13; >s.passed -5,-4,1; >self -12,-13,8
>still -3,-7,-3; >test -15,-2,34; >title.blocker -5,8,35; >title.decision 5,-11,-1; >title.next -8,31,12
>title.option -5,-13,-4; >title.proposal 4,27,3; >title.report -4,-7,14; >us -7,5,6; >user -7,-20,-13
>w.should 8,30,-9; >will -6,-1,17; ^^agent.blocker.11 -2,-3,-7; ^^agent.blocker.5 -2,-2,13
^^agent.blocker.6 -3,-3,16; ^^agent.blocker.7 -4,6,18; ^^agent.blocker.9 12,-5,-9
^^agent.blocker.not.1 -5,-18,-14; ^^agent.blocker.not.2 -1,-17,-15; ^^agent.decision.10 -2,-5,16
^^agent.decision.11 -2,-5,16; ^^agent.decision.12 4,-4,-3; ^^agent.decision.4 32,-3,-2
^^agent.decision.5 -5,-2,-1; ^^agent.decision.6 7,-4,-8; ^^agent.decision.7 6,-3,-2
^^agent.decision.8 -4,-2,-2; ^^agent.decision.not.3 -12,-4,-2; ^^agent.decision.not.4 -1,5,-3
^^agent.decision.not.5 0,13,-1; ^^agent.next.10 -1,4,-1; ^^agent.next.6 -1,-10,-1; ^^agent.next.8 -2,8,-3
^^agent.next.9 10,10,-1; ^^agent.next.not.2 10,14,-18; ^^agree 18,3,-3; ^^ask -7,10,7; ^^because 6,-5,-7
^^but -1,-4,-3; ^^c.better -5,4,-5; ^^c.chose 32,-2,0; ^^c.deferred 14,0,-2; ^^c.deliberate 16,1,-2
^^c.instead 8,-2,-1; ^^c.kept 35,-1,-2; ^^c.rather 1,-3,5; ^^c.skipped 18,-5,-3; ^^c.stays 13,0,-8
^^change 11,6,-10; ^^did -17,-25,-10; ^^doc -9,4,7; ^^doing -18,-20,7; ^^explain -8,-1,10; ^^if 12,6,-8
^^it -6,-9,13; ^^maybe -8,6,26; ^^n.advise 7,4,-7; ^^n.fix 1,-2,-7; ^^n.later -6,-7,-3; ^^n.left -6,-8,-4
^^n.need 8,17,-4; ^^n.plan -4,7,0; ^^n.ready -1,7,-1; ^^n.remind 8,0,5; ^^n.todo 10,0,-4
^^narrate -12,12,-5; ^^negate 18,-26,49; ^^now -4,6,-2; ^^option 12,2,-5; ^^order 21,44,-48
^^p.block 9,14,4; ^^p.bug -8,-9,-8; ^^p.crash -3,-2,9; ^^p.error -11,-10,1; ^^p.fail 9,-14,29
^^p.gap 12,-4,-13; ^^p.grade -1,2,-4; ^^p.loss -3,-3,6; ^^p.missing -5,-2,-7; ^^p.risk -2,8,4
^^p.undone -3,-2,9; ^^p.wrong 3,2,7; ^^past 12,-13,-3; ^^r.dont 11,-3,10; ^^r.ever 5,-5,16
^^r.must 26,-1,-1; ^^r.rule 3,17,-8; ^^refuse -8,-13,15; ^^s.done -11,-5,-3; ^^s.fixed 3,-6,-5
^^s.passed -9,-22,-12; ^^self -14,0,-7; ^^still -7,-5,-2; ^^test -3,-29,5; ^^us -14,-10,5
^^user -10,-26,-18; ^^user.blocker.1 -2,0,24; ^^user.blocker.3 10,11,-3; ^^user.blocker.4 2,0,15
^^user.blocker.not.1 3,7,-6; ^^user.decision.4 43,-4,-14; ^^user.decision.not.1 8,8,12
^^user.decision.not.2 6,-1,15; ^^w.lets -14,2,-3; ^^w.should 0,0,-5; ^^will 18,-21,-2
^agent.blocker.10 -5,-8,19; ^agent.blocker.not.1 0,-5,0; ^agent.blocker.not.2 -6,-7,-1
^agent.decision.10 11,-8,-1; ^agent.decision.11 1,-4,0; ^agent.decision.12 1,-8,7; ^agent.decision.4 11,0,0
^agent.decision.9 22,-6,-1; ^agent.decision.not.2 -4,-1,9; ^agent.decision.not.3 -10,3,-6
^agent.decision.not.4 -2,3,-7; ^agent.decision.not.5 -5,14,-9; ^agent.next.10 -2,36,-1
^agent.next.6 0,27,-1; ^agent.next.not.2 -20,-22,-11; ^agree -3,-1,-10; ^ask -20,-29,-26; ^because 15,-14,11
^but -10,4,18; ^c.needless 17,-4,-2; ^c.rather -10,-1,-1; ^change 4,-4,-5; ^did -44,-92,-94; ^doc -4,12,9
^doing -8,-3,-7; ^if -20,-27,7; ^it -28,-4,22; ^maybe -1,15,-10; ^n.advise -6,48,-8; ^n.fix 7,12,-3
^n.left -2,91,-3; ^n.next -1,72,0; ^n.plan 0,6,-4; ^n.remind -5,25,1; ^n.todo -1,29,-2; ^narrate 8,-75,7
^negate 40,-13,-6; ^now -7,0,-5; ^option -4,2,-3; ^order -24,91,-28; ^p.bug -3,-7,28; ^p.error -4,4,-14
^p.gap -1,-2,16; ^p.grade 0,-4,-5; ^p.missing -2,-2,11; ^p.wrong 0,-2,7; ^r.dont 14,-5,-3; ^r.rule -4,10,-1
^refuse 25,-10,0; ^s.done -9,-6,-10; ^s.fixed 8,-2,-2; ^s.passed -1,-7,2; ^self 39,4,1; ^still -3,-3,15
^test -10,-4,-5; ^us 9,-9,21; ^user -15,16,1; ^user.blocker.2 5,0,-8; ^user.blocker.not.1 -5,-10,-5
^user.decision.4 11,0,-2; ^user.decision.5 11,-3,-2; ^user.decision.not.1 -3,-11,-7
^user.decision.not.2 -27,-2,-9; ^w.lets 22,-5,3; ^w.should -5,-1,0; ^w.want -3,-5,-2; ^will -8,16,-5
agent.blocker.1 -3,5,60; agent.blocker.10 -21,-17,35; agent.blocker.11 -7,-9,54; agent.blocker.2 -2,-2,60
agent.blocker.3 5,-3,39; agent.blocker.4 1,-5,120; agent.blocker.5 -5,-2,54; agent.blocker.6 -1,5,98
agent.blocker.7 -11,-6,74; agent.blocker.8 0,12,82; agent.blocker.9 0,-7,26; agent.blocker.not.1 -14,-2,-85
agent.blocker.not.2 9,-6,-7; agent.decision.1 68,0,-1; agent.decision.10 77,1,-8; agent.decision.11 15,11,-4
agent.decision.12 17,-8,-10; agent.decision.13 78,-10,-2; agent.decision.2 85,-9,-13
agent.decision.3 97,-8,-3; agent.decision.4 80,-21,3; agent.decision.5 46,-3,3; agent.decision.6 42,-11,6
agent.decision.7 48,-19,-12; agent.decision.8 17,11,9; agent.decision.9 93,-13,7
agent.decision.not.1 -78,-10,-2; agent.decision.not.2 -47,-1,9; agent.decision.not.3 -44,-17,-2
agent.decision.not.4 -75,-3,1; agent.decision.not.5 -78,9,-11; agent.next.1 0,76,0; agent.next.10 -3,96,-5
agent.next.2 0,59,0; agent.next.3 0,84,0; agent.next.4 0,94,0; agent.next.5 -2,75,-1; agent.next.6 -4,122,-8
agent.next.7 0,94,-2; agent.next.8 -3,90,-6; agent.next.9 6,109,-4; agent.next.not.1 0,-144,0
agent.next.not.2 18,-45,-35; agree 6,0,-1; answer 19,27,-32; answer agree 47,5,-1; answer item 99,-2,-3
ask -12,-37,2; because 4,-14,-11; before a question -4,22,23; begins agent.blocker.10 -9,28,2
begins agent.blocker.9 -8,-16,-5; begins agent.blocker.not.1 -37,-10,25
begins agent.blocker.not.2 -16,-6,-1; begins agent.decision.12 7,12,-3
begins agent.decision.not.3 -37,-3,-33; begins agent.decision.not.5 -13,-33,30
begins agent.next.not.2 -3,-38,-16; begins agree -8,30,-1; begins ask -10,-23,-7; begins because 2,-14,-12
begins but 33,7,-9; begins c.instead -7,0,10; begins c.rather -15,-6,8; begins change -5,-16,6
begins did 26,25,10; begins doc -9,2,3; begins doing 5,6,-1; begins explain 22,-25,-11; begins if -21,3,7
begins it 6,-10,24; begins maybe -8,0,26; begins n.fix -14,17,-1; begins n.later 22,1,-8
begins n.left -2,-2,-7; begins n.need 14,48,-13; begins n.plan -19,-3,-53; begins n.remind 7,1,-8
begins n.todo -31,27,27; begins narrate -23,-9,13; begins negate 3,-20,4; begins now 7,-4,-1
begins option 14,0,-2; begins order -6,-14,12; begins p.bug -49,-7,-1; begins p.error -26,-1,16
begins p.fail -18,-20,-7; begins p.gap -7,10,-7; begins p.grade 18,12,28; begins p.missing -14,3,8
begins p.wrong -10,-4,9; begins past -1,-5,-13; begins r.dont -14,3,12; begins r.only 15,8,-14
begins r.rule 58,50,-4; begins refuse -6,15,19; begins s.done 17,-36,0; begins s.fixed 6,32,11
begins s.passed -27,-4,0; begins self -16,43,-4; begins still -18,12,0; begins test -18,-21,31
begins us 12,1,-13; begins user 15,-28,-1; begins user.blocker.1 -11,-1,32; begins user.blocker.2 -10,-1,16
begins user.blocker.3 -6,-4,28; begins user.blocker.4 -21,9,10; begins user.blocker.not.1 32,9,-13
begins user.decision.3 -10,-1,1; begins user.decision.4 24,-6,2; begins user.decision.5 30,-4,-7
begins user.decision.not.1 38,10,2; begins user.decision.not.2 19,-6,24; begins w.lets 15,5,-6
begins w.should 15,-12,2; begins w.want -1,-6,-3; begins will -13,-7,-8; bold 23,45,60; box done -2,-185,-1
box open -3,301,-2; but -25,-8,9; by assistant -44,22,-25; by user 44,-172,25; c. 43,-3,-18
c. 1 times 40,4,-10; c. 2 times 16,-10,-8; c. 3 times 77,3,1; c. because 25,-13,-6; c. doubted -13,29,-4
c. doubted in answer -4,6,-9; c. doubted in report -6,27,3; c. doubted in user -3,-4,1; c. negate -13,-19,3
c. plain 50,-20,-20; c. plain in answer 43,-6,-17; c. plain in report 19,-12,0; c. plain in user 64,-2,-2
c. solved 6,-11,7; c. solved in answer -20,-2,-2; c. solved in report 20,-8,12; c. solved in user 7,-1,-4
c. still 3,5,10; c.better -9,8,7; c.chose 78,-3,-2; c.decision 0,-7,-6; c.deferred 30,3,-3
c.deliberate 77,-3,-17; c.fitting 7,-1,4; c.kept 61,-9,-14; c.needless 56,-7,-13; c.prefer 2,8,-3
c.rather -4,6,13; c.skipped 34,5,2; c.stays 7,-9,9; change 5,13,-4; did -8,-11,9; doc -13,7,2
doing -8,-34,16; ends with a question 0,-9,13; explain -6,-15,33; first message -21,-26,-45
first of block 27,-5,46; first unit 2,-38,36; forNow 21,-5,-3; headings assistant 10,26,34
headings user -25,-29,-50; if 16,4,31; it 17,5,-9; item 0 37,32,-23; item 1 -16,18,-5
item+agent.blocker.10 0,-13,3; item+agent.blocker.11 -1,-4,-3; item+agent.blocker.3 6,-1,2
item+agent.blocker.7 -2,-1,-6; item+agent.blocker.9 -6,-3,7; item+agent.blocker.not.1 3,0,-4
item+agent.blocker.not.2 -11,3,16; item+agent.decision.10 1,6,0; item+agent.decision.11 -5,8,2
item+agent.decision.12 0,4,1; item+agent.decision.4 9,-5,-3; item+agent.decision.5 -8,-2,1
item+agent.decision.6 -8,-1,0; item+agent.decision.7 2,-4,0; item+agent.decision.9 6,-4,-1
item+agent.decision.not.3 4,0,-4; item+agent.decision.not.4 -4,-1,12; item+agent.next.10 0,-6,0
item+agent.next.not.2 -1,16,-1; item+ask 6,7,-3; item+because -7,1,5; item+but -1,-13,4
item+c.better -5,0,4; item+c.chose 4,0,0; item+c.instead -7,-2,2; item+c.kept 14,-4,-3
item+c.needless 6,-2,-1; item+c.rather -14,-2,-1; item+c.skipped -4,0,-2; item+c.stays -8,-1,0
item+change 16,4,-5; item+did 15,-4,-1; item+doc -5,9,6; item+doing 7,-14,-8; item+explain -1,-4,-5
item+if 4,-4,0; item+it 8,-5,-15; item+maybe -3,1,13; item+n.advise -6,7,-3; item+n.need -4,-9,3
item+n.plan -2,-1,10; item+n.todo -5,6,3; item+negate -16,-10,14; item+option -2,11,5; item+order -15,12,-12
item+p.bug 5,-3,1; item+p.crash -4,-1,1; item+p.error 11,2,-7; item+p.fail -4,0,6; item+p.gap 9,-2,3
item+p.grade 1,8,-3; item+p.loss -3,-4,-2; item+p.missing 0,-4,-5; item+p.undone -5,3,-2
item+p.wrong 1,-4,1; item+past 11,-3,-4; item+r.dont 2,-1,-4; item+r.ever -2,0,5; item+r.must 12,7,-3
item+r.only -5,3,-2; item+r.rule 1,14,-4; item+refuse 5,-5,0; item+s.done 2,-5,4; item+s.fixed -4,-6,-1
item+s.passed 1,7,-3; item+self -4,3,0; item+still 9,1,-13; item+test 3,-18,4; item+user -2,-7,0
item+user.blocker.3 -4,0,-5; item+user.blocker.not.1 -9,-4,-1; item+user.decision.not.1 2,-5,-1
item+user.decision.not.2 6,0,-2; item+w.should -10,11,2; item+will 1,0,9
last message of assistant -16,9,-26; last unit 2,51,10; last words 0,335,0; maybe 10,11,7
mid-turn -65,-154,-123; n. -7,38,-3; n. 1 times 10,-10,-14; n. 2 times -11,35,17; n. 3 times -5,13,-5
n. because -1,-6,-9; n. doubted 7,10,5; n. doubted in answer 4,-6,6; n. doubted in report -12,15,5
n. doubted in user 15,1,-5; n. negate 15,8,8; n. plain -8,5,-8; n. plain in answer -22,0,-24
n. plain in report 4,17,17; n. plain in user 13,-10,-1; n. solved -6,22,0; n. solved in answer -12,8,5
n. solved in report -3,7,-7; n. solved in user 8,7,3; n. still -10,-1,30; n.advise 5,41,-20; n.fix 16,-3,-9
n.later -5,11,13; n.left -8,42,-2; n.need -3,44,-3; n.next 8,3,-9; n.plan -18,17,13; n.ready -8,18,-4
n.remind -5,33,16; n.todo -10,14,8; narrate -17,0,-10; narrating -14,-62,-37; negate 25,-23,53; now -8,-5,15
option 20,8,-10; order -8,98,-2; order in answer -3,41,-6; order in answer item -13,9,-8
order in report -7,48,-3; order in report item 0,14,4; order in user 10,-10,-12
order in user item -10,-11,-3; p. -12,0,50; p. 1 times -4,2,31; p. 2 times -1,-7,23; p. 3 times -6,5,62
p. because 15,-3,-2; p. doubted 14,-1,8; p. doubted in answer 21,2,-6; p. doubted in report -1,2,19
p. doubted in user -6,-4,14; p. negate 15,-7,-27; p. plain -20,3,44; p. plain in answer -16,10,54
p. plain in report -9,-1,-6; p. plain in user 7,-5,64; p. solved -5,-2,-2; p. solved in answer 0,-4,28
p. solved in report -5,3,7; p. solved in user 0,-1,-7; p. still 4,10,44; p.block 3,27,-7; p.bug -7,-6,38
p.cannot -8,7,69; p.crash -16,3,9; p.error 3,9,-24; p.fail 10,-3,15; p.gap 7,-10,1; p.grade 20,10,-11
p.loss -15,-6,-2; p.missing -3,-20,-1; p.risk -9,10,33; p.undone 2,-1,12; p.wrong -12,0,2; past 19,-22,-10
r. 8,4,-26; r. 1 times -8,3,-19; r. 2 times 17,1,-6; r. because -3,-14,-8; r. doubted 12,6,-26
r. doubted in answer 9,3,-14; r. doubted in report 7,5,-6; r. doubted in user -4,-2,-6; r. negate -24,-12,3
r. plain 1,-21,-9; r. plain in answer 13,-9,-5; r. plain in report -12,-9,-6; r. plain in user 60,-2,2
r. solved -5,18,10; r. solved in answer -4,24,11; r. solved in report -10,-5,-2; r. solved in user 9,0,0
r. still 15,11,2; r.dont 23,-15,1; r.ever -4,0,8; r.must 65,7,-8; r.only -9,3,-19; r.rule -5,10,-15
refuse 40,-26,16; report 19,13,3; report+agent.blocker.1 -1,4,-4; report+agent.blocker.10 1,-8,-3
report+agent.blocker.3 4,-2,0; report+agent.blocker.4 4,-1,7; report+agent.blocker.5 -5,-1,-8
report+agent.blocker.6 1,-1,9; report+agent.blocker.9 -4,-6,-3; report+agent.blocker.not.1 -1,-9,-11
report+agent.blocker.not.2 0,1,15; report+agent.decision.12 1,2,-4; report+agent.decision.13 5,-3,-1
report+agent.decision.2 9,-3,-2; report+agent.decision.3 7,-3,-1; report+agent.decision.4 3,-7,6
report+agent.decision.5 0,3,7; report+agent.decision.7 6,-3,-4; report+agent.decision.8 -2,7,1
report+agent.decision.9 11,-3,-1; report+agent.decision.not.1 3,-5,-1; report+agent.decision.not.3 1,-5,-6
report+agent.decision.not.4 1,-5,9; report+agent.next.10 -1,17,-2; report+agent.next.6 -1,7,-2
report+agent.next.8 -1,5,-2; report+agent.next.9 4,15,-2; report+agent.next.not.2 -6,-2,-4
report+agree -9,5,-1; report+ask 3,-6,-3; report+because 5,6,7; report+but -1,-7,-6; report+c.better -1,-2,4
report+c.chose 12,-3,0; report+c.deliberate 5,-1,-4; report+c.instead 0,0,7; report+c.kept 9,-1,-2
report+c.needless 2,0,-4; report+c.rather -1,8,8; report+c.skipped 4,7,5; report+c.stays -2,-4,1
report+change -5,-14,6; report+did 10,-9,-2; report+doc -3,4,-2; report+doing 2,-10,14; report+if 6,2,-1
report+it -5,10,20; report+maybe 0,6,6; report+n.advise 5,-1,-3; report+n.left -5,0,2; report+n.need 6,3,5
report+n.plan -6,10,8; report+n.ready -3,12,-5; report+n.remind -1,4,7; report+n.todo -4,12,4
report+narrate -5,-6,3; report+negate -4,-3,21; report+now -13,-1,-1; report+option 3,-6,-3
report+order -1,-8,-8; report+p.block 3,-2,-4; report+p.bug -5,3,17; report+p.crash -2,4,4
report+p.error 5,-4,-2; report+p.fail -2,2,9; report+p.grade -9,-2,0; report+p.missing 1,-8,-4
report+p.risk -2,3,12; report+p.undone 6,-1,6; report+p.wrong 0,8,-1; report+past 6,-5,-7
report+r.dont 4,-2,-1; report+r.ever -8,-2,-2; report+r.must 4,-1,-2; report+r.only -5,-3,-1
report+r.rule -7,3,-3; report+refuse 4,-6,-1; report+s.done -15,-7,1; report+s.fixed 4,-2,-4
report+s.passed 7,-12,-7; report+self 5,-11,-3; report+still 5,11,3; report+test 2,-15,-1
report+user 0,1,-12; report+w.should 6,2,3; report+will 5,-1,1; s.done -32,-22,-12; s.fixed 6,7,-22
s.passed -6,-1,12; self 14,5,-2; still 6,-8,24; test -19,-22,-7; title -82,-90,-51
units 1 assistant -2,6,-1; units 1 user 2,9,27; units 16 assistant -19,-9,1; units 2 assistant -6,16,7
units 2 user 54,12,38; units 32 assistant -4,22,-21; units 4 assistant -3,4,-6; units 4 user 34,-10,2
units 8 assistant -11,-16,-5; units 8 user -18,-5,-5; us 11,6,7; user -6,-5,-18; user+agree 11,1,-9
user+ask -7,-2,7; user+because -2,-1,-5; user+but -1,4,15; user+c.deferred 6,-1,-1; user+c.prefer 5,-1,-1
user+c.rather -7,-1,4; user+c.stays 5,0,0; user+did 2,3,-5; user+doc -7,2,-1; user+doing -5,-3,0
user+if 3,0,12; user+it 13,4,7; user+maybe -3,13,0; user+n.fix 10,-1,0; user+n.next 4,0,-2
user+n.plan 6,-2,-4; user+n.todo -4,6,1; user+now 4,-1,9; user+option 13,5,-2; user+order 16,-4,8
user+p.bug 1,0,-7; user+p.error -9,-2,-1; user+p.fail 5,-1,0; user+p.grade 11,-1,-7; user+p.missing -5,0,9
user+past 6,-1,-6; user+r.dont -4,0,-2; user+refuse -1,-1,9; user+s.done 5,3,-8; user+s.passed -3,-1,12
user+self -5,7,4; user+still -8,-1,22; user+us 11,-4,-4; user+user 3,-2,5; user+user.blocker.1 -2,0,10
user+user.blocker.2 0,0,5; user+user.blocker.3 -2,4,2; user+user.blocker.4 -3,-2,6
user+user.decision.4 20,-5,-5; user+user.decision.5 10,-2,-1; user+user.decision.not.1 6,7,-1
user+user.decision.not.2 6,-3,10; user+w.lets 5,3,0; user+w.should -6,-3,-4; user+w.want 5,-3,0
user+will 5,5,-1; user.blocker.1 -5,0,104; user.blocker.2 0,-1,83; user.blocker.3 -4,7,77
user.blocker.4 -6,-5,54; user.blocker.not.1 -2,3,-77; user.decision.1 74,0,0; user.decision.2 85,0,-3
user.decision.3 65,-2,1; user.decision.4 111,-10,-10; user.decision.5 92,-5,-2; user.decision.6 73,0,-1
user.decision.not.1 -61,13,-2; user.decision.not.2 -72,-6,20; user.next.1 0,84,0; user.next.2 0,72,0
w. 16,17,-13; w. 1 times 18,19,-13; w. because -7,-10,6; w. doubted 3,-12,-8; w. doubted in answer 17,0,-3
w. doubted in report -5,-17,-1; w. doubted in user -9,5,-3; w. negate 8,8,-9; w. plain 14,12,-3
w. plain in answer -16,25,-6; w. plain in report 14,-4,6; w. plain in user 78,-9,-2; w. solved -1,17,-3
w. solved in report -1,12,0; w.lets 2,-7,-2; w.should 6,29,-11; w.want 5,-6,0; will 24,-8,3
within an item -1,-1,-4; words 1 -15,5,-9; words 16 42,7,17; words 2 -23,-44,-25; words 32 -16,9,8
words 4 -23,5,2; words 64 6,4,-5; words 8 28,14,12
`
